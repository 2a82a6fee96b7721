import { findLookAlike, type LookAlike } from '@/lib/domain/issuer/issuer-look-alike'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { holdIssuerNames } from '@/lib/store/issuers/issuer-names'

/** The names that an issuer is to have. */
interface WantedNames {
  name?: string
  domain?: string
  slug?: string
}

/**
 * Holds the names of all issuers, for the transaction that gives some, unless one of them could be taken for another
 * issuer's (spec part 11).
 * @param issuerId whose own names, the earlier slugs too, do not stand in the way; null for a new issuer
 * @throws ServiceError `malformed` with the name that they look like
 */
export async function refuseLookAlikes(tx: Transaction, issuerId: string | null, wanted: WantedNames): Promise<void> {
  const others = (await holdIssuerNames(tx)).filter(({ id }) => id !== issuerId)
  const alike = findLookAlike(wanted, others)
  if (alike) throw new ServiceError('malformed', sentence(alike, wanted))
}

function sentence({ kind, theirs, same }: LookAlike, { name, domain, slug }: WantedNames): string {
  if (kind === 'name')
    return same
      ? 'Another issuer has this name.'
      : `The name “${name}” looks like that of another issuer, “${theirs}”, and people would take one for the other.`
  if (kind === 'domain')
    return same
      ? 'Another issuer has this domain.'
      : `The domain ${domain} looks like ${theirs}, which is another issuer’s, and people would take one for the other.`
  return same
    ? 'This slug is or was another issuer’s.'
    : `The slug ${slug} looks like ${theirs}, which is or was another issuer’s: hyphens, 0 and o, 1 and l and i, rn and m, vv and w, cl and d are too easily taken for each other.`
}
