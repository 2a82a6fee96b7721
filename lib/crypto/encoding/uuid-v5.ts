import { createHash } from 'node:crypto'
import { UUID_SHAPE } from './uuid-shape'

/**
 * A name-based UUID (RFC 9562 section 5.5, version 5): the same namespace and name give the same id everywhere.
 * @param namespace a UUID; @param name hashed as UTF-8
 * @returns lowercase, with hyphens
 * @throws TypeError when the namespace is not a UUID
 */
export function uuidV5(namespace: string, name: string): string {
  if (!UUID_SHAPE.test(namespace)) throw new TypeError('the namespace is not a UUID')
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
