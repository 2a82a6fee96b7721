import { checkSlug } from '@/lib/domain/issuer-slug'
import { ServiceError } from '@/lib/errors'
import { changeSlug } from '@/lib/store/issuer-directory'
import type { StoredIssuer } from '@/lib/store/issuers'
import { getIssuer } from './get-issuer'

/**
 * Gives an issuer another slug. The old one keeps leading to it and is never given to anyone else.
 * @throws ServiceError `not_found`; `malformed` when the slug is refused, another issuer's, or the same
 */
export async function renameIssuer(slug: string, nextSlug: string): Promise<StoredIssuer> {
  const issuer = await getIssuer(slug)
  const next = checkSlug(nextSlug)
  if (!next.ok) throw new ServiceError('malformed', next.reason)
  if (next.slug === issuer.slug)
    throw new ServiceError('malformed', `${issuer.name} already has the slug ${next.slug}.`)
  if (!(await changeSlug(issuer.id, next.slug))) {
    throw new ServiceError('malformed', 'This slug is or was another issuer’s.')
  }
  return { ...issuer, slug: next.slug }
}
