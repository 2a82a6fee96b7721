import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { ServiceError } from '@/lib/errors'
import { transaction, workingPool } from '@/lib/store/database/database'
import { logKeysNow, publishedOrder } from '@/lib/store/log/keys/key-times'
import { endLogKey, insertLogKey, makeLogKey, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { findLogState } from '@/lib/store/log/log-state'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { logKeyLeaf } from '@/lib/store/log/pending/row-leaves'
import { awaitPublication } from '@/lib/store/log/sequence/await-publication'

const DAY_MS = 24 * 3600 * 1000
/** Verifiers learn of a key so long before it signs, and the one before it signs beside it for so long. */
const AHEAD_MS = 7 * DAY_MS
const BOTH_MS = 90 * DAY_MS

/** A key of the log that is to follow another. */
interface RotatedLogKey {
  origin: string
  /** As text (C2SP signed-note). */
  vkey: string
  /** When it begins to sign, in milliseconds since 1970. */
  from: number
  /** The key before it, and when that one ceases. */
  before: { vkey: string; until: number }
}

/**
 * Makes the key that follows the log's present one (spec part 18, section 2): announced by a leaf at once, it signs from seven
 * days on, and the one before it goes on for 90 days beside it. The origin stays.
 * @throws ServiceError `not_found` where there is no log; `malformed` while one key follows another already; `unavailable`
 *   where LOG_KEY_FILE holds no new key, the log is stopped, or the key is made and not in the log yet
 */
export async function rotateLogKey(): Promise<RotatedLogKey> {
  const { leaf, ...rotated } = await transaction(async (tx) => {
    await tx.query('SELECT id FROM log_keys ORDER BY id FOR UPDATE')
    const state = await findLogState(tx)
    if (!state) throw new ServiceError('not_found', 'There is no public log yet. Run: certs log fill')
    if (state.stopped !== null) throw new ServiceError('unavailable', `The public log is stopped: ${state.stopped}`)
    const { rows, now } = await logKeysNow(tx)
    const active = publishedOrder(rows, now).filter((row) => row.state === 'active')
    const [current, other] = active
    if (!current) throw new ServiceError('unavailable', 'The public log has no key to sign with.')
    if (other)
      throw new ServiceError('malformed', 'One key follows another already: certs log key show has their times.')
    const from = now + AHEAD_MS
    const until = from + BOTH_MS
    const made = makeLogKey(
      'log',
      state.origin,
      from,
      rows.map(({ publicKey }) => publicKey),
    )
    await insertLogKey(tx, made)
    await endLogKey(tx, current, { state: 'active', endedAt: until })
    const vkey = formatVkey(noteKeyOf(made))
    const leaf = await insertPendingLeaves(tx, [logKeyLeaf(made, vkey, now)])
    return { leaf, origin: state.origin, vkey, from, before: { vkey: formatVkey(noteKeyOf(current)), until } }
  })
  if (leaf) await awaitPublication(workingPool(), leaf)
  return rotated
}
