import type { KeySource } from '@/lib/crypto/seals/key-source'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { JournalFiles } from './journal-files'
import { JournalKnowledge } from './journal-knowledge'
import { readSnapshot, writeSnapshot } from './knowledge-snapshot'
import { readSegment } from './read-journal'

/**
 * The entries that take a tenth of a second to read at the next start. A small journal is saved sooner, since that
 * costs nothing.
 */
const SNAPSHOT_AFTER = 10_000

/**
 * What the journal knows, from its snapshot where there is a good one; `readOn` makes it whole.
 * @throws JournalFailure
 */
export async function openKnowledge(files: JournalFiles): Promise<JournalKnowledge> {
  const key = snapshotKey()
  const snapshot = key && (await files.getSnapshot())
  const knowledge = key && snapshot && readSnapshot(snapshot, key)
  if (snapshot && !knowledge)
    log.warn(
      { journal: files.name },
      'the snapshot of the journal is damaged, or an earlier version wrote it: the journal is read from its beginning',
    )
  return knowledge ?? new JournalKnowledge()
}

/**
 * Learns what was written to the journal since, by whichever process.
 * @throws JournalFailure when the journal cannot be read, or is damaged
 */
export async function readOn(files: JournalFiles, knowledge: JournalKnowledge): Promise<void> {
  for (const { name, bytes } of (await files.segments()) ?? []) {
    const from = knowledge.read.get(name) ?? 0
    if (bytes <= from) continue
    for await (const placed of readSegment(files, name, from)) {
      for (const { record } of placed) knowledge.learn(record)
      knowledge.read.set(name, placed.at(-1)?.end ?? from)
    }
  }
}

/** Writes the snapshot once enough was learnt since the last one. Without one a start only takes longer. */
export async function saveKnowledge(files: JournalFiles, knowledge: JournalKnowledge): Promise<void> {
  const key = snapshotKey()
  const { unsaved, chains } = knowledge
  if (!key || unsaved <= Math.min(SNAPSHOT_AFTER, chains.size / 10)) return
  try {
    await files.putSnapshot(writeSnapshot(knowledge, key))
    knowledge.unsaved -= unsaved
  } catch (error) {
    log.warn({ err: error }, 'the snapshot of the journal could not be written')
  }
}

/** Null where the environment has none: then there are no verdicts either. */
function snapshotKey(): KeySource | null {
  const { KEY_ENCRYPTION_KEY, SIGNER } = env()
  return KEY_ENCRYPTION_KEY === undefined && SIGNER === 'local' ? null : keyEncryptionKey()
}
