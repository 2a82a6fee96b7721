import { isUuid } from '@/lib/domain/text/uuid'
import { deleteEntry } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/**
 * The holder takes a certificate out of a passport; its issuer may add it again.
 * @returns null when the link opens nothing
 */
export function removeFromPassport(link: string, lineageId: string): Promise<'removed' | null> {
  return withPassport(link, async (tx, { id }) => {
    if (isUuid(lineageId)) await deleteEntry(tx, id, lineageId)
    return 'removed' as const
  })
}
