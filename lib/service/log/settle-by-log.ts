import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { parseLogLeaf } from '@/lib/domain/log/log-leaf'
import { ServiceError } from '@/lib/errors'
import { isCompared, listRestores, settleRestore } from '@/lib/store/backup/restores'
import type { Transaction } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { keyEncryptionKey, requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findLogState, type LogState } from '@/lib/store/log/log-state'
import { holdBackRestored } from '@/lib/store/records/restored-data'

/** A change of an issuer or of a key that was published after the backup. The database does not know it. */
export interface LostChange {
  /** `issuer`, `key` or `service`. */
  of: string
  /** The id of the issuer or key. */
  id: string
  type: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Settles restores that wait for a comparison (docs/decisions/0119), after the database took over what was published: a
 * certificate with a later entry is undetermined from now on, the others are what the log says too. Only by a log that
 * holds everything, and that goes on after the backup: an older copy says no more than the backup does.
 * @param before the log as the backup has it
 * @param newest the newest checkpoint that anyone holds, with the witnesses who confirmed it
 * @returns the backups whose restores it settled
 * @throws ServiceError `unavailable` where it says too little: then nothing is taken over
 */
export async function settleByLog(
  tx: Transaction,
  before: LogState,
  newest: { size: number; confirmed: readonly VerifiedCheckpoint[] },
): Promise<string[]> {
  const waiting = (await listRestores(tx)).filter((restore) => !isCompared(restore, keyEncryptionKey()))
  if (waiting.length === 0) return []
  if ((await findLogState(tx))?.intakeEnded !== true)
    throw saysTooLittle('does not hold everything: its intake has not ended')
  const witnesses = newest.confirmed.flatMap((checkpoint) => checkpoint.witnesses)
  const confirmedAt = Math.max(0, ...witnesses.map(({ time }) => time * 1000))
  await holdBackRestored(tx)
  for (const restore of waiting) {
    if (newest.size <= before.size && confirmedAt <= restore.backedUpAt)
      throw saysTooLittle('is no newer than the backup')
    await settleRestore(tx, requireKeyEncryptionKey(), restore, 'log', await databaseTime(tx))
  }
  return waiting.map(({ backupId }) => backupId)
}

function saysTooLittle(why: string): ServiceError {
  const hint =
    'Name a newer copy, the newest journal (certs journal replay), or accept the loss: certs journal replay --accept-loss'
  return new ServiceError(
    'unavailable',
    `The restored database was compared with nothing: the public log ${why}. ${hint}`,
  )
}

/** What of these leaves says that an issuer was suspended or let stand again, or that a key has ended. */
export function lostChangesIn(leaves: readonly Buffer[]): LostChange[] {
  return leaves.flatMap((bytes): LostChange[] => {
    const leaf = parseLogLeaf(bytes)
    if (leaf.kind === 'log-chain/v1') {
      const { chain, chain_id: id, type, at } = leaf.fields
      return [{ of: chain, id, type, at }]
    }
    if (leaf.kind !== 'log-key/v1' || leaf.fields.owner !== 'service' || leaf.fields.state === 'active') return []
    const { key_id: id, state: type, at } = leaf.fields
    return [{ of: 'service', id, type, at }]
  })
}
