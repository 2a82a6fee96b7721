import { UUID_SHAPE } from '@/lib/crypto/encoding/uuid-shape'

/**
 * Whether a text has the shape of a UUID (RFC 9562 section 4), in any case and of any version. Such a text can only be
 * a certificate's id, never a serial or a slug.
 */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID_SHAPE.test(text)
}
