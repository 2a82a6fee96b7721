import { keyedHash } from '@/lib/crypto/keyed-hash'
import { serialKey } from '@/lib/domain/serial'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database'
import { findMarked } from '@/lib/store/erasure/erased-marks'
import { findErasureKey } from '@/lib/store/erasure/erasure-key'
import type { ImportSession } from '@/lib/store/import-session'
import { findMarkable, refuseRows } from '@/lib/store/staged-rows'
import { keyEncryptionKey } from '../key-encryption-key'

const AT_ONCE = 5000

/**
 * Refuses staged rows whose serial was erased, and those that were issued and erased: a file that is sent again must not
 * bring a person back.
 * @param options `allowRepeats` as in issuing: a row that was issued once is issued again
 */
export async function refuseErasedRows(
  session: ImportSession,
  { allowRepeats }: { allowRepeats: boolean },
): Promise<void> {
  const key = await findErasureKey(keyEncryptionKey())
  if (!key) return
  for (let after = 0; ;) {
    const rows = await findMarkable(session, after, AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const ofSerial = (text: string | null) => (text === null ? '' : keyedHash(key, 'serial', text))
    const ofRow = (text: string) => keyedHash(key, 'row', text)
    const serials = await findMarked(
      'serial',
      rows.map((row) => ofSerial(row.serialKey)),
    )
    const taken = rows.filter((row) => serials.has(ofSerial(row.serialKey)))
    await refuseRows(session, linesOf(taken), 'serial is not available')
    if (allowRepeats) continue
    const hashes = rows.map((row) => ofRow(row.rowHash))
    const erased = await findMarked('row', hashes)
    const again = rows.filter((row) => !taken.includes(row) && erased.has(ofRow(row.rowHash)))
    await refuseRows(session, linesOf(again), 'already issued, and erased since')
  }
}

const linesOf = (rows: readonly { line: number }[]) => rows.map(({ line }) => line)

/**
 * A serial that was erased is never given out again: it is on somebody's paper.
 * @throws ServiceError `malformed`
 */
export async function refuseErasedSerials(tx: Transaction, rows: readonly { serial: string | null }[]): Promise<void> {
  const serials = rows.flatMap(({ serial }) => serial ?? [])
  const key = serials.length > 0 ? await findErasureKey(keyEncryptionKey(), tx) : null
  if (!key) return
  const marked = await findMarked(
    'serial',
    serials.map((serial) => keyedHash(key, 'serial', serialKey(serial))),
    tx,
  )
  if (marked.size > 0) throw new ServiceError('malformed', 'A serial is not available.')
}
