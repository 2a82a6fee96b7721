import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { lockLineage } from '@/lib/service/change/hold-lineage'
import { recordStatusChange } from '@/lib/service/change/record-status-change'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { holdErasable } from '@/lib/store/erasure/erase-rows'
import { findMarkedSerials } from '@/lib/store/erasure/erased-marks'
import { findErasureKeys } from '@/lib/store/erasure/erasure-key'
import { countErased } from '@/lib/store/erasure/erasures'
import { type HistoryEnd, insertEvents } from '@/lib/store/evidence/event-log'
import { findLineageId } from '@/lib/store/evidence/issued-certificates'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { dropPersonalEnclosures, eraseLineage } from './erase-lineage'
import { finishErasures } from './finish-erasures'
import { refuseNamingReason } from './refuse-naming-reason'

/** The result of an erasure, without anything that names the person. */
interface Erased {
  lineageId: string
  certificates: number
  /** Messages that wait for the same address, about something else: not known when it was erased before. */
  otherMail?: number
}

/**
 * Erases a person's data for good: everything that is held of a certificate and of all that it was corrected from and to,
 * in rows, signed bytes, files, journal, mail and passports (docs/privacy.md, docs/decisions/0032). A signed event stays.
 * From then on its serials, ids and fingerprints are as unknown as any. Interrupted, the same again completes it.
 * @param serial of any certificate of the chain
 * @param order `reason` in words that name nobody
 * @throws ServiceError `not_found`; `malformed` when the reason names the person; `unavailable`, also when the data is gone
 *   from the database and something outside of it could not be reached yet
 */
export async function eraseCertificate(serial: string, order: { reason: string; actor: string }): Promise<Erased> {
  const again = await finishAgain(serial)
  if (again !== null) return again
  const erased = await transaction((tx) => eraseWithin(tx, serial, order)).catch(async (error: unknown) => {
    // Another run held it meanwhile, and was first.
    const meanwhile = error instanceof ServiceError && error.code === 'not_found' ? await finishAgain(serial) : null
    if (meanwhile === null) throw error
    return meanwhile
  })
  await finishErasures({ lineageId: erased.lineageId })
  return erased
}

/** Completes what was erased before; null where nothing with this serial was. */
async function finishAgain(serial: string): Promise<Erased | null> {
  const lineageId = await findErased(serialKey(serial))
  if (lineageId === null) return null
  await finishErasures({ lineageId })
  return { lineageId, certificates: await countErased(lineageId) }
}

async function eraseWithin(
  tx: Transaction,
  serial: string,
  { reason, actor }: { reason: string; actor: string },
): Promise<Erased> {
  const { lineageId, end, current } = await lockLineage(tx, serial, null)
  const held = await holdErasable(tx, lineageId)
  refuseNamingReason(reason, held)
  const signer = await serviceSigner(tx)
  const draft = {
    ...{ chainId: lineageId, chain: 'lineage' as const, type: 'erased' as const, certificateId: null },
    ...{ actor, forms: null, detail: null },
  }
  const event = await signNextEvent(draft, end, signer)
  await insertEvents(tx, [event])
  // A wallet's copy must not stay good. Of a record that fails its check nobody knows whose place in the list it names.
  const certificate = current?.certificate
  if (certificate?.kind === 'genuine' && certificate.folded.status === 'issued')
    await recordStatusChange(tx, placeOf(certificate), event.at, signer)
  const { otherMail } = await eraseLineage(tx, held, event, { reason, replayed: false })
  await dropPersonalEnclosures(tx, eventsOf(end, event))
  const issuerId = held[0]?.issuerId ?? ''
  const detail = { count: held.length }
  await insertActivity({ issuerId, actor, action: 'certificate.erased', detail }, tx)
  return { lineageId, certificates: held.length, otherMail }
}

const placeOf = ({ content }: GenuineCertificate) => content

function eventsOf({ events }: HistoryEnd, event: SignedEvent): SignedEvent[] {
  return [...events, event]
}

/** The lineage that had this serial and was erased, or null. */
async function findErased(key: string): Promise<string | null> {
  if (!couldBeSerial(key)) return null
  const known = await transaction((tx) => findLineageId(tx, key))
  const keys = known === null ? await findErasureKeys(keyEncryptionKey()) : []
  const found = await findMarkedSerials(keys.map((one) => keyedHash(one, 'serial', key)))
  return [...found.values()][0] ?? null
}
