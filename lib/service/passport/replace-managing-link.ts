import { updateManageHash } from '@/lib/store/records/passport-changes'
import { managingHash, managingUrl, newManagingToken, readManagingToken } from './passport-links'
import { withPassport } from './with-passport'

/**
 * The holder replaces the private link, for example because the issuer saw it when the passport was made. The old link
 * opens the passport until the new one is used for the first time, so that nobody is locked out if the new one was lost
 * when it was shown.
 * @returns the new link, which is known to the caller alone; null when the old one opens nothing
 */
export function replaceManagingLink(link: string): Promise<string | null> {
  const used = readManagingToken(link)
  return withPassport(link, async (tx, { id }) => {
    const token = newManagingToken()
    await updateManageHash(tx, id, managingHash(token), used === null ? null : managingHash(used))
    return managingUrl(token)
  })
}
