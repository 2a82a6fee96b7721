import { ServiceError } from '@/lib/errors'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertEvents, lockHistory } from '@/lib/store/evidence/event-log'
import { findIssuerBySlug, holdIssuer, setSuspended, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { takeBackAside } from '@/lib/store/mail/mail-keeping'
import { getIssuer } from './get-issuer'
import { standingOfHistory } from './standing-of-history'

/**
 * Suspends an issuer or ends its suspension; every check from then on says so (spec part 3). What it is comes from its checked
 * history. Where it is by its history what it should become, and its column says otherwise, the column alone is set.
 * @param slug the issuer's current or an earlier slug
 * @throws ServiceError `not_found`; `malformed` when it already is what it should become, or its history fails its check:
 *   nothing is built on it
 */
export async function setIssuerStanding(
  slug: string,
  standing: 'good' | 'suspended',
  actor: string,
): Promise<StoredIssuer> {
  const suspend = standing === 'suspended'
  await getIssuer(slug)
  return transaction(async (tx) => {
    const found = await findIssuerBySlug(tx, slug)
    const issuer = found && (await holdIssuer(tx, found.id, 'update'))
    if (!issuer) throw new ServiceError('not_found', 'There is no such issuer.')
    const end = await lockHistory(tx, issuer.id)
    const now = await standingOfHistory(tx, issuer.id)
    if (now === null) {
      const sentence = `The history of the issuer ${issuer.slug} fails its check. Nothing was changed.`
      throw new ServiceError('malformed', sentence)
    }
    if (now === standing) {
      if (issuer.suspended === suspend) {
        throw new ServiceError('malformed', `${issuer.name} is ${suspend ? 'already suspended' : 'not suspended'}.`)
      }
      return become(tx, issuer, suspend)
    }
    const draft = {
      chainId: issuer.id,
      chain: 'issuer' as const,
      type: suspend ? ('suspended' as const) : ('resumed' as const),
      certificateId: null,
      actor,
      forms: null,
      detail: null,
    }
    const event = await signNextEvent(draft, end, await serviceSigner(tx))
    await insertEvents(tx, [event])
    return become(tx, issuer, suspend)
  })
}

async function become(tx: Transaction, issuer: StoredIssuer, suspended: boolean): Promise<StoredIssuer> {
  await setSuspended(tx, issuer.id, suspended)
  if (!suspended) await takeBackAside(tx, issuer.id)
  return { ...issuer, suspended }
}
