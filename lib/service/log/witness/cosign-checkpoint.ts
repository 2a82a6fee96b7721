import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, formatSignatureLine } from '@/lib/crypto/tlog/signed-note'
import {
  readWitnessRequest,
  refuseBranch,
  type SignedRequest,
  type WitnessRefusal,
} from '@/lib/domain/log/witness/judge-checkpoint'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { oneAfterAnother } from '@/lib/service/operation/one-after-another'
import { servingPool } from '@/lib/store/database/database'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { requireWitnessKey } from '@/lib/store/log/keys/log-keys'
import { findWitnessedTree, holdWitnessedTree, keepWitnessedTree } from '@/lib/store/log/witness/witnessed-trees'

/**
 * Checkpoints that are confirmed one after another or wait for it. A log's checkpoint is public, so that anyone can send it any number of
 * times, and whoever waits for the tree within the database holds one of the few connections that withdrawals need too.
 */
const MOST_AT_ONCE = 32

/** The name that this service confirms logs under. */
export function witnessName(): string {
  return `${new URL(env().BASE_URL).host}/witness`
}

/**
 * Confirms a checkpoint of another log, as its witness (C2SP tlog-witness): only a tree that goes on from the one that this
 * service confirmed before. What it is about to confirm is kept in two places first.
 * @param bytes of the request
 * @returns lines of signatures, or why there are none
 * @throws ServiceError `unavailable` where nothing can be kept now
 */
export async function cosignCheckpoint(bytes: Uint8Array): Promise<{ lines: string } | WitnessRefusal> {
  const signed = readWitnessRequest(bytes, env().WITNESS_LOGS.map(parseVkey))
  if ('status' in signed) return signed
  const confirmed = oneAfterAnother('witness', MOST_AT_ONCE, () => confirmTree(signed))
  if (confirmed) return confirmed
  throw new ServiceError('unavailable', 'Too many checkpoints wait to be confirmed. Try again in a moment.')
}

function confirmTree(signed: SignedRequest): Promise<{ lines: string } | WitnessRefusal> {
  const { origin, head, note } = signed
  return transactionInTime(async (tx) => {
    const refusal = refuseBranch(signed, await holdWitnessedTree(tx, origin))
    if (refusal) return refusal
    const now = await databaseTime(tx)
    const { key, signer } = await requireWitnessKey(tx, witnessName(), now)
    const cosignature = await cosignNote(key, signer, note.text, Math.floor(now / 1000))
    const kept = formatNote({ text: note.text, signatures: [...note.signatures, cosignature] })
    await keepWitnessedTree(tx, origin, { ...head, note: kept })
    return { lines: formatSignatureLine(cosignature) }
  }).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : undetermined(error)
  })
}

/**
 * The newest checkpoint of a log that this service confirmed: what convicts a log that shows others another tree.
 * @param hash SHA-256 of the log's origin, in lowercase hexadecimal
 * @throws ServiceError `not_found`; `unavailable` where it cannot be read now
 */
export async function getWitnessedCheckpoint(hash: string): Promise<string> {
  const tree = await servingGuard().run(() => findWitnessedTree(servingPool(), hash))
  if (!tree) throw new ServiceError('not_found', 'This witness has confirmed no such log.')
  return tree.note
}
