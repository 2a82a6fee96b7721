import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { findErasedEntries } from '@/lib/store/erasure/erased-entries'
import { findMarkedRows, findMarkedSerials } from '@/lib/store/erasure/erased-marks'
import { findErasureKeys } from '@/lib/store/erasure/erasure-key'
import { refuseLostErasures } from '@/lib/store/journal/journal-watch'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { ImportSession } from '@/lib/store/records/import-session'
import { findMarkable, refuseRows } from '@/lib/store/records/staged-rows'

const AT_ONCE = 5000

/**
 * Refuses staged rows whose serial was erased, and rows that this issuer issued and that were erased: sending a file
 * again must not bring a person back.
 * @param options `allowRepeats` as in issuing: a row that was issued once is issued again
 */
export async function refuseErasedRows(
  session: ImportSession,
  issuerId: string,
  { allowRepeats }: { allowRepeats: boolean },
): Promise<void> {
  await refuseLostErasures()
  const keys = await requireErasureKeys()
  if (keys.length === 0) return
  for (let after = 0; ;) {
    const rows = await findMarkable(session, after, AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const ofSerial = (row: { serialKey: string | null }) =>
      row.serialKey === null ? [] : macsOf(keys, 'serial', row.serialKey)
    const ofRow = (row: { rowHash: string }) => macsOf(keys, 'row', row.rowHash)
    const serials = await findMarkedSerials(rows.flatMap(ofSerial))
    const taken = new Set(rows.filter((row) => ofSerial(row).some((mac) => serials.has(mac))))
    await refuseRows(session, linesOf([...taken]), 'serial is not available')
    if (allowRepeats) continue
    const erased = await findMarkedRows(issuerId, rows.flatMap(ofRow))
    const again = rows.filter((row) => !taken.has(row) && ofRow(row).some((mac) => erased.has(mac)))
    await refuseRows(session, linesOf(again), 'already issued, and erased since')
  }
}

/**
 * The keys of what is remembered of the erased; none where nobody was ever erased.
 * @throws ServiceError `unavailable` when one cannot be opened, or none is there and an entry says that somebody was erased
 */
async function requireErasureKeys(tx?: Transaction): Promise<Buffer[]> {
  const keys = await findErasureKeys(keyEncryptionKey(), tx)
  if (keys.length > 0 || (await findErasedEntries(null, tx)).length === 0) return keys
  const sentence =
    'The key of erasures is gone: nobody can tell who must not be issued again. Nothing is issued until it is back.'
  throw new ServiceError('unavailable', sentence)
}

const linesOf = (rows: readonly { line: number }[]) => rows.map(({ line }) => line)

/** By each of the keys: what a replay brought back may be remembered under another one. */
function macsOf(keys: readonly Buffer[], kind: 'serial' | 'row', text: string): string[] {
  return keys.map((key) => keyedHash(key, kind, text))
}

/**
 * A serial that was erased is never given out again: it is on somebody's paper.
 * @throws ServiceError `malformed`
 */
export async function refuseErasedSerials(tx: Transaction, rows: readonly { serial: string | null }[]): Promise<void> {
  const serials = rows.flatMap(({ serial }) => serial ?? [])
  if (serials.length === 0) return
  await refuseLostErasures()
  const keys = await requireErasureKeys(tx)
  if (keys.length === 0) return
  const macs = serials.flatMap((serial) => macsOf(keys, 'serial', serialKey(serial)))
  if ((await findMarkedSerials(macs, tx)).size > 0) throw new ServiceError('malformed', 'A serial is not available.')
}
