import { ServiceError } from '@/lib/errors'
import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { transaction } from '@/lib/store/database/database'
import { findIssuerBySlug, type SealedIssuer } from '@/lib/store/issuers/issuers'

/**
 * The issuer with this slug, current or earlier.
 * @throws ServiceError `not_found`; `unavailable` under a key encryption key that is not the one of the database
 */
export async function getIssuer(slug: string): Promise<SealedIssuer> {
  const issuer = await transaction((tx) => findIssuerBySlug(tx, slug))
  if (issuer) return issuer
  // Under another key no slug counts, and whoever reads that there is no issuer makes it again.
  await requireOwnKey()
  throw new ServiceError('not_found', `There is no issuer with the slug ${JSON.stringify(slug)}.`)
}
