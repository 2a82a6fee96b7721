import { randomBytes, randomUUID } from 'node:crypto'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { ServiceError } from '@/lib/errors'
import type { Acting } from '@/lib/service/issue/acting'
import type { Transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { insertEntries, insertPassport } from '@/lib/store/records/passport-changes'
import { holdPresentable, type PresentableLineage } from './hold-presentable'
import { managingHash, managingUrl, newManagingToken, passportUrl } from './passport-links'

/** The most certificates in a passport, chosen or not. */
export const MOST_CERTIFICATES = 100

/** A passport that was just made. The managing link is known to the caller alone: only its hash is kept. */
export interface NewPassport {
  handle: string
  url: string
  manageUrl: string
  published: boolean
  /** Serials of the current certificates, each once, in the order given. */
  serials: string[]
  certificateIds: string[]
}

interface PassportOrder {
  /** Serials as they were typed; a replaced one stands for its correction. */
  serials: readonly string[]
  /** Only certificates of this issuer, or null for anybody's. */
  issuerId: string | null
  /** Whether the public link answers at once; else the holder makes it public. */
  published: boolean
  /** What its entries in the activity log say of it. */
  detail?: Record<string, unknown>
}

/**
 * Makes a passport with these certificates chosen and the name shown, within the caller's transaction, so that what hands
 * the links over (a message, for example) is written with it or not at all.
 * @throws ServiceError `malformed`, `not_found`, `unavailable`
 */
export async function createPassport(tx: Transaction, order: PassportOrder, by: Acting): Promise<NewPassport> {
  const lineages = await holdAll(tx, order)
  const id = randomUUID()
  const handle = passportHandle(randomBytes(16))
  const token = newManagingToken()
  const { published, detail = null } = order
  await insertPassport(tx, { id, handle, manageHash: managingHash(token), showName: true, published })
  await insertEntries(tx, id, lineages, true)
  for (const { issuerId, serial } of lineages) {
    // Without the handle: whoever reads the log must not see through a passport whose name is hidden later.
    await insertActivity({ issuerId, ...by, action: 'passport.created', subject: serial, detail }, tx)
  }
  const serials = lineages.map(({ serial }) => serial)
  const certificateIds = lineages.map(({ certificateId }) => certificateId)
  return { handle, url: passportUrl(handle), manageUrl: managingUrl(token), published, serials, certificateIds }
}

async function holdAll(tx: Transaction, { serials, issuerId }: PassportOrder): Promise<PresentableLineage[]> {
  if (serials.length === 0) throw new ServiceError('malformed', 'Name at least one certificate.')
  if (serials.length > MOST_CERTIFICATES)
    throw new ServiceError('malformed', `A passport holds at most ${MOST_CERTIFICATES} certificates.`)
  const lineages = new Map<string, PresentableLineage>()
  for (const serial of serials) {
    const lineage = await holdPresentable(tx, serial, issuerId)
    lineages.set(lineage.lineageId, lineage)
  }
  return [...lineages.values()]
}
