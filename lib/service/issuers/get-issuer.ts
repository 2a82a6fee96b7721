import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { findIssuerBySlug, type SealedIssuer } from '@/lib/store/issuers/issuers'

/**
 * The issuer with this slug, current or earlier.
 * @throws ServiceError `not_found`
 */
export async function getIssuer(slug: string): Promise<SealedIssuer> {
  const issuer = await transaction((tx) => findIssuerBySlug(tx, slug))
  if (!issuer) throw new ServiceError('not_found', `There is no issuer with the slug ${JSON.stringify(slug)}.`)
  return issuer
}
