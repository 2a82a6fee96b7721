import type { UnknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { MessageKey } from './catalogues'

/** The heading of each kind of text that names no certificate. */
export const NOT_FOUND: Record<UnknownSerial['kind'], MessageKey> = {
  own: 'notFound.heading',
  number: 'notFound.number',
  mistyped: 'notFound.mistyped',
  missing: 'notFound.notWhole',
  extra: 'notFound.notWhole',
  nothing: 'notFound.none',
}
