import { createPublicKey } from 'node:crypto'
import { handedKeysShape, signedBytesShape } from '@/lib/contract/signer'
import { HandedKeys } from '@/lib/crypto/seals/key-source'
import { keepHandedKeys } from '@/lib/store/keys/key-encryption-key'
import { askSigner } from './signer-client'

/**
 * Takes what the signer hands out to this process, at its start (docs/decisions/0084).
 * @throws ServiceError `unavailable` when the signer does not answer
 */
export async function takeHandedKeys(): Promise<void> {
  const { keys, root, desk, name } = await askSigner({ ask: 'keys' }, handedKeysShape)
  const derived = Object.entries(keys).map(([label, key]) => [label, Buffer.from(key, 'base64')] as const)
  const half = (spki: string) => createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  keepHandedKeys(new HandedKeys(new Map(derived), half(root), half(desk), name))
}

const holder = globalThis as typeof globalThis & { certificateTagKey?: { socket: string; key: Buffer } | undefined }

/**
 * The secret of the log's tags: it signs nothing, and is asked for in the middle of a check, which waits for no other
 * process.
 * @param socket of the signer
 */
export async function handedTagKey(socket: string): Promise<Buffer> {
  if (holder.certificateTagKey?.socket !== socket) {
    const key = Buffer.from(await askSigner({ ask: 'tag-key' }, signedBytesShape), 'base64')
    holder.certificateTagKey = { socket, key }
  }
  return holder.certificateTagKey.key
}
