import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { ServiceError } from '@/lib/errors'
import { transaction, workingPool } from '@/lib/store/database/database'
import { logKeysNow } from '@/lib/store/log/keys/key-times'
import { endLogKey, insertLogKey, type LogKeyRow, makeLogKey, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { readLogState } from '@/lib/store/log/log-state'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { logKeyLeaf } from '@/lib/store/log/pending/row-leaves'
import { awaitPublication } from '@/lib/store/log/sequence/await-publication'

/** A key of the log that was in other hands. */
interface CompromisedLogKey {
  origin: string
  /** As texts (C2SP signed-note). */
  compromised: string
  /** The keys that sign from now on, or will. */
  vkeys: string[]
  /** Why the log is stopped, where it is. */
  stopped: string | null
}

/**
 * Ends a key of the log at once (spec part 18, section 2): it signs nothing more, another one does, and leaves say both.
 * Possible while the log is stopped too, as it is where a thief's branch was shown to it: then the leaves wait.
 * @param text the key, or the eight characters between its plus signs
 * @throws ServiceError `not_found`; `malformed` where it has ended; `unavailable` where LOG_KEY_FILE holds no new key, or it is
 *   done and its leaves are not in the log yet
 */
export async function compromiseLogKey(text: string): Promise<CompromisedLogKey> {
  const { leaf, ...changed } = await transaction(async (tx) => {
    await tx.query('SELECT id FROM log_keys ORDER BY id FOR UPDATE')
    const state = await readLogState(tx)
    if (!state) throw new ServiceError('not_found', 'There is no public log yet. Run: certs log fill')
    const { rows, now } = await logKeysNow(tx)
    const row = namedKey(rows, text)
    const others = rows.filter(({ id, purpose, state: of }) => id !== row.id && purpose === 'log' && of === 'active')
    const ended = await endLogKey(tx, row, { state: 'compromised', endedAt: now })
    const made = followers(others, now, () => {
      const known = rows.map(({ publicKey }) => publicKey)
      return makeLogKey('log', row.name, now, known)
    })
    for (const one of made) await insertLogKey(tx, one)
    const leaves = [ended, ...made].map((one) => logKeyLeaf(one, formatVkey(noteKeyOf(one)), now))
    const leaf = await insertPendingLeaves(tx, leaves)
    const vkeys = [...made, ...others].map((one) => formatVkey(noteKeyOf(one)))
    return { leaf, origin: row.name, compromised: formatVkey(noteKeyOf(row)), vkeys, stopped: state.stopped }
  })
  if (leaf && changed.stopped === null) await awaitPublication(workingPool(), leaf)
  return changed
}

/** A new key is needed unless one that has begun stays without an end. */
function followers(others: readonly LogKeyRow[], now: number, make: () => LogKeyRow): LogKeyRow[] {
  const isThere = others.some(({ createdAt, endedAt }) => createdAt <= now && endedAt === null)
  return isThere ? [] : [make()]
}

function namedKey(rows: readonly LogKeyRow[], text: string): LogKeyRow {
  const found = rows.find((row) => {
    if (row.purpose !== 'log') return false
    const vkey = formatVkey(noteKeyOf(row))
    return vkey === text || vkey.split('+')[1] === text
  })
  if (!found) throw new ServiceError('not_found', 'No key of the log is called so: certs log key show lists them.')
  if (found.state !== 'active') throw new ServiceError('malformed', `The key has ended before: it is ${found.state}.`)
  return found
}
