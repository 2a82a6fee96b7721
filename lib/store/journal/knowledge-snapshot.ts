import { z } from 'zod'
import { openMac, withMac } from '@/lib/crypto/seals/bytes-mac'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { JournalKnowledge } from './journal-knowledge'

const LABEL = 'certificate-verification/journal-snapshot/v1'

const headShape = z.object({
  /** The number of bytes in it, by segment. */
  read: z.array(z.tuple([z.string(), z.number().int().nonnegative()])),
  /** The words of each table, in their order. */
  words: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
  /** By list, the bits that are set in it, in the order of their numbers. */
  lists: z.array(z.tuple([z.string(), z.number().int()])),
  /** Not in the snapshots of earlier versions, which are as good as none. */
  serviceKeys: z.array(z.string()).optional(),
  endedKeys: z.array(z.tuple([z.string(), z.enum(['retired', 'compromised'])])),
})

/**
 * What the journal knows as bytes that stand beside its segments, so that a start need not read those again. An older one
 * does no harm: what it lacks is read from the segments.
 * @param keyEncryptionKey 32 bytes, under which it gets a MAC
 */
export function writeSnapshot(knowledge: JournalKnowledge, keyEncryptionKey: KeySource): Buffer {
  const tables = [knowledge.chains, knowledge.earlier, knowledge.bits].map((table) => table.words())
  const head = Buffer.from(
    JSON.stringify({
      read: [...knowledge.read],
      words: tables.map(({ length }) => length),
      lists: [...knowledge.lists].map(([id, { bits }]) => [id, bits]),
      serviceKeys: [...knowledge.serviceKeys],
      endedKeys: [...knowledge.endedKeys],
    }),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const words = tables.map(({ buffer }) => Buffer.from(buffer))
  return withMac(keyEncryptionKey, LABEL, Buffer.concat([length, head, ...words]))
}

/** What `writeSnapshot` wrote; null when it is damaged, somebody else’s or an earlier version's: then the segments are read from the beginning. */
export function readSnapshot(snapshot: Buffer, keyEncryptionKey: KeySource): JournalKnowledge | null {
  const bytes = openMac(keyEncryptionKey, LABEL, snapshot)
  if (bytes === null) return null
  const begin = 4 + bytes.readUInt32LE(0)
  const head = headShape.parse(JSON.parse(bytes.toString('utf8', 4, begin)))
  if (!head.serviceKeys) return null
  const knowledge = new JournalKnowledge()
  let at = begin
  for (const [index, table] of [knowledge.chains, knowledge.earlier, knowledge.bits].entries()) {
    const end = at + 4 * (head.words[index] ?? 0)
    // A copy, since words begin where a multiple of four is.
    table.load(new Uint32Array(Uint8Array.from(bytes.subarray(at, end)).buffer))
    at = end
  }
  for (const [segment, read] of head.read) knowledge.read.set(segment, read)
  for (const [number, [id, bits]] of head.lists.entries()) knowledge.lists.set(id, { number, bits })
  for (const id of head.serviceKeys) knowledge.serviceKeys.add(id)
  for (const [id, state] of head.endedKeys) knowledge.endedKeys.set(id, state)
  return knowledge
}
