import { z } from 'zod'
import type { SignedEvent } from '@/lib/domain/history/event'
import { isUuid } from '@/lib/domain/text/uuid'
import type { Transaction } from '@/lib/store/database/database'
import { holdErasable } from '@/lib/store/erasure/erase-rows'
import { insertMarks } from '@/lib/store/erasure/erased-marks'
import { keepErasureKeys } from '@/lib/store/erasure/erasure-key'
import { insertErasure } from '@/lib/store/erasure/erasures'
import { holdIssuer } from '@/lib/store/issuers/issuers'
import type { EnclosedRows } from '@/lib/store/journal/enclosed-rows'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { dropPersonalEnclosures, eraseLineage } from './erase-lineage'

/** The encrypted part of an `erased` event in the journal. Journals of earlier versions hold only the reason. */
const ENCLOSED = z.object({
  erasures: z
    .array(z.object({ reason: z.string(), issuer_id: z.string().nullish(), certificates: z.number().default(0) }))
    .default([]),
  erased_marks: z.array(z.object({ kind: z.enum(['serial', 'row']), mac: z.string() })).default([]),
  erasure_keys: z.array(z.object({ key: z.base64() })).default([]),
})

/**
 * Erases again what a restore brought back of a person, and remembers the serials and rows that were erased, also those
 * that the database has never heard of: the same file sent again must not bring the person back.
 * @param events of the lineage, the `erased` one among them; none when the database does not know it
 * @param rows what was encrypted with that one, null where it is gone
 */
export async function replayErasure(
  tx: Transaction,
  event: SignedEvent,
  events: readonly SignedEvent[],
  rows: EnclosedRows | null,
): Promise<void> {
  const { erasures, erased_marks: marks, erasure_keys: keys } = ENCLOSED.parse(rows ?? {})
  const { reason = '', issuer_id: issuerId = null, certificates = 0 } = erasures[0] ?? {}
  // Before anything is remembered anew, so that it is under the same key.
  await keepErasureKeys(
    tx,
    keyEncryptionKey(),
    keys.map(({ key }) => Buffer.from(key, 'base64')),
  )
  const { chainId: lineageId, at, actor } = event
  const held = await holdErasable(tx, lineageId)
  if (held.length > 0) await eraseLineage(tx, held, event, { reason, replayed: true })
  else {
    const known = issuerId !== null && isUuid(issuerId) ? await holdIssuer(tx, issuerId, 'share') : null
    const done = {
      lineageId,
      issuerId: known?.id ?? null,
      at,
      actor,
      reason,
      certificates,
      pending: [],
      replayed: true,
    }
    await insertErasure(tx, done)
  }
  for (const kind of ['serial', 'row'] as const) {
    const macs = marks.filter((mark) => mark.kind === kind).map(({ mac }) => mac)
    await insertMarks(tx, lineageId, kind, macs)
  }
  await dropPersonalEnclosures(tx, events)
}
