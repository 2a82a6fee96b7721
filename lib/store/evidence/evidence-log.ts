import type { KeySource } from '@/lib/crypto/seals/key-source'
import type { Evidence } from '@/lib/domain/history/evidence'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { isSealed } from '@/lib/store/keys/sealed-rows'
import { isLogComplete, missingTags, noteLog } from '@/lib/store/log/complete-log'

/** The columns of `log_state` in `EVIDENCE_SQL`. */
export type LogColumns = [
  ...[publishedSize: number, intakeEnd: number | null, origin: string, intakeEndedAt: number | null],
  ...[publishedRoot: string, size: number, root: string, intakeEnded: boolean, mac: string | null],
]

/**
 * The log as a verdict asks for it.
 * @param columns null where the database knows of none
 * @returns null where the log is not complete, so that verdicts do not ask for leaves
 */
export function evidenceLog(columns: LogColumns | null): Evidence['log'] {
  const isGenuine = columns !== null && isSealedState(columns)
  const [publishedSize, intakeEnd, origin, intakeEndedAt, publishedRoot] = columns ?? [0, null, '', null, '']
  noteLog(isGenuine && intakeEnd !== null && intakeEnd < publishedSize)
  // A state that is gone says no more of a log that there is than one that somebody else wrote.
  if ((isGenuine || columns === null) && !isLogComplete()) return null
  const missing = missingTags()
  return { isGenuine, publishedSize, intakeEnd, origin, intakeEndedAt, publishedRoot, missing }
}

/** The last one that passed its check: it changes with each batch alone, and a signature takes long to check. */
let passed: { key: KeySource; text: string } | null = null

function isSealedState(columns: LogColumns): boolean {
  const key = keyEncryptionKey()
  const text = JSON.stringify(columns)
  if (passed?.key === key && passed.text === text) return true
  const [publishedSize, intakeEnd, origin, intakeEndedAt, publishedRoot, size, root, intakeEnded, mac] = columns
  const isGood = isSealed(
    'log_state',
    {
      ...{ id: 1, origin, size: BigInt(size), root: bytes(root), intakeEnded, mac },
      ...{ publishedSize: BigInt(publishedSize), publishedRoot: bytes(publishedRoot) },
      intakeEnd: intakeEnd === null ? null : BigInt(intakeEnd),
      intakeEndedAt: intakeEndedAt === null ? null : new Date(intakeEndedAt),
    },
    key,
  )
  if (isGood) passed = { key, text }
  return isGood
}

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
