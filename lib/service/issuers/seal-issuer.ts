import { checkDomain } from '@/lib/domain/issuer/issuer-domain'
import { nameSkeleton } from '@/lib/domain/issuer/issuer-name'
import { ServiceError } from '@/lib/errors'
import { judged } from '@/lib/service/check/judged'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { readKeyEvidenceOn } from '@/lib/store/evidence/read-key-evidence'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { rewriteSlug } from '@/lib/store/issuers/issuer-names'
import { rewriteIssuer } from '@/lib/store/issuers/issuer-seals'
import {
  findIssuerByDomain,
  findIssuerBySlug,
  holdIssuer,
  type SealedIssuer,
  type StoredIssuer,
} from '@/lib/store/issuers/issuers'
import { issuerMac } from './issuer-seal'
import { readIssuerName } from './read-issuer-name'
import { refuseLookAlikes } from './refuse-look-alikes'

/**
 * Puts an issuer's row right after its check failed (decision 28). Nothing of the row is believed: name and domain are what
 * the operator says, the domain counts for nothing until it is verified anew, and the DID must be the one that the service
 * signed the issuer's keys for. A slug that somebody led elsewhere is led to the issuer of that very name and domain again.
 * @throws ServiceError `not_found`; `malformed` when the row is good or a detail is refused; `unavailable` when the DID is
 *   another than that of the keys
 */
export async function sealIssuer(slug: string, says: { name: string; domain: string }): Promise<StoredIssuer> {
  const name = readIssuerName(says.name)
  const domain = accepted(checkDomain(says.domain)).domain
  return transaction(async (tx) => {
    const found = await findIssuerBySlug(tx, slug)
    if (!found) return sealSlug(tx, slug, { name, domain })
    const issuer = await holdIssuer(tx, found.id, 'update')
    if (!issuer) throw noSuchIssuer(slug)
    if (isIssuerSealed(issuer)) throw new ServiceError('malformed', `The record of ${issuer.name} passes its check.`)
    await requireKeysOf(tx, issuer)
    await refuseLookAlikes(tx, issuer.id, { name, domain })
    const { id, did } = issuer
    const mac = issuerMac({ id, name, domain, assurance: 'none', did })
    await rewriteIssuer(tx, { id, name, nameSkeleton: nameSkeleton(name), domain, mac })
    await insertActivity({ issuerId: id, actor: 'operator', action: 'issuer.sealed', subject: issuer.slug }, tx)
    return { ...issuer, name, domain, assurance: 'none' }
  })
}

/** @throws ServiceError `not_found` where no issuer whose own record is good has this name and domain */
async function sealSlug(
  tx: Transaction,
  slug: string,
  { name, domain }: { name: string; domain: string },
): Promise<StoredIssuer> {
  const issuer = await findIssuerByDomain(tx, domain)
  if (issuer?.name !== name || !isIssuerSealed(issuer)) throw noSuchIssuer(slug)
  if (!(await rewriteSlug(tx, issuer.id, slug))) throw noSuchIssuer(slug)
  await insertActivity({ issuerId: issuer.id, actor: 'operator', action: 'issuer.sealed', subject: slug }, tx)
  return { ...issuer, slug }
}

function noSuchIssuer(slug: string): ServiceError {
  return new ServiceError('not_found', `There is no issuer with the slug ${JSON.stringify(slug)}.`)
}

/** A DID that somebody wrote would lead outside verifiers to their keys. */
async function requireKeysOf(tx: Transaction, { id, did }: SealedIssuer): Promise<void> {
  const evidence = await readKeyEvidenceOn(tx, id)
  const stated = judged(evidence, (signatures) =>
    [...evidence.issuerKeys.values()].some((key) => signatures.keyStatement(key, did) === 'passed'),
  )
  if (!stated) throw new ServiceError('unavailable', 'The DID in the record is not the one of the issuer’s keys.')
}

function accepted<T extends { ok: true }>(result: T | { ok: false; reason: string }): T {
  if (result.ok) return result
  throw new ServiceError('malformed', result.reason)
}
