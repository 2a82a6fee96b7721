import { checkSlug } from '@/lib/domain/issuer/issuer-slug'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { changeSlug } from '@/lib/store/issuers/issuer-names'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { getIssuer } from './get-issuer'
import { refuseLookAlikes } from './refuse-look-alikes'

/**
 * Gives an issuer another slug. The old one keeps leading to it and is never given to anyone else.
 * @throws ServiceError `not_found`; `malformed` when the slug is refused, the same, another issuer's or like one
 */
export async function renameIssuer(slug: string, nextSlug: string): Promise<StoredIssuer> {
  const issuer = await getIssuer(slug)
  const next = checkSlug(nextSlug)
  if (!next.ok) throw new ServiceError('malformed', next.reason)
  if (next.slug === issuer.slug)
    throw new ServiceError('malformed', `${issuer.name} already has the slug ${next.slug}.`)
  await transaction(async (tx) => {
    await refuseLookAlikes(tx, issuer.id, { slug: next.slug })
    await changeSlug(tx, issuer.id, next.slug)
    const change = { action: 'issuer.renamed', subject: next.slug, detail: { before: issuer.slug } }
    await insertActivity({ issuerId: issuer.id, actor: 'operator', ...change }, tx)
  })
  return { ...issuer, slug: next.slug }
}
