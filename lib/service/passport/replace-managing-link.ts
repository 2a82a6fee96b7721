import { updateManageHash } from '@/lib/store/passport-changes'
import { managingHash, managingUrl, newManagingToken } from './passport-links'
import { withPassport } from './with-passport'

/**
 * The holder replaces the private link, for example because the issuer saw it when the passport was made.
 * @returns the new link, which is known to the caller alone; null when the old one opens nothing
 */
export function replaceManagingLink(link: string): Promise<string | null> {
  return withPassport(link, async (tx, { id }) => {
    const token = newManagingToken()
    await updateManageHash(tx, id, managingHash(token))
    return managingUrl(token)
  })
}
