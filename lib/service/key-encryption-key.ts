import { env } from '@/lib/env'
import { undetermined } from '@/lib/errors'

let cached: { text: string; key: Buffer } | undefined

/**
 * The key that private keys are sealed under, 32 bytes (definitions.md part 6). On the embedded database the start puts
 * it into the configuration.
 * @throws ServiceError `unavailable` when there is none: nothing signed can then be trusted
 */
export function keyEncryptionKey(): Buffer {
  const text = env().KEY_ENCRYPTION_KEY
  if (!text) throw undetermined('KEY_ENCRYPTION_KEY is missing')
  if (cached?.text !== text) cached = { text, key: Buffer.from(text, 'base64') }
  return cached.key
}
