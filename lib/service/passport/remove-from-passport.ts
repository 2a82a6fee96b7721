import { isUuid } from '@/lib/domain/text/uuid'
import { deleteEntry, deleteWaitingEntries } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/**
 * The holder takes a certificate out of a passport; its issuer may add it again.
 * @param options.waitingToo with everything else of its issuer that is not shown
 * @returns null when the link opens nothing
 */
export function removeFromPassport(
  link: string,
  lineageId: string,
  { waitingToo = false } = {},
): Promise<'removed' | null> {
  return withPassport(link, async (tx, { id }) => {
    if (!isUuid(lineageId)) return 'removed' as const
    if (waitingToo) await deleteWaitingEntries(tx, id, lineageId)
    await deleteEntry(tx, id, lineageId)
    return 'removed' as const
  })
}
