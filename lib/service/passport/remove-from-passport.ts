import { deleteEntries, findEntries, refuseEntries } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/**
 * The holder takes a certificate out of a passport. One that they had not decided about is refused: its issuer asks about it no more.
 * @param options.waitingToo with everything of its issuer that waits for a decision
 * @returns null when the link opens nothing
 */
export function removeFromPassport(
  link: string,
  lineageId: string,
  { waitingToo = false } = {},
): Promise<'removed' | null> {
  return withPassport(link, async (tx, { id }) => {
    const present = await findEntries(tx, id)
    const removed = present.find((entry) => entry.lineageId === lineageId.toLowerCase())
    if (!removed) return 'removed' as const
    const waiting = present.filter(
      (entry) =>
        entry.state === 'waiting' && (entry === removed || (waitingToo && entry.issuerId === removed.issuerId)),
    )
    await refuseEntries(tx, id, idsOf(waiting))
    if (removed.state === 'shown' || removed.state === 'hidden') await deleteEntries(tx, id, [removed.lineageId])
    return 'removed' as const
  })
}

/**
 * The holder forgets what they refused: its issuers may ask about it again.
 * @returns null when the link opens nothing
 */
export function forgetRefused(link: string): Promise<'allowed' | null> {
  return withPassport(link, async (tx, { id }) => {
    const refused = (await findEntries(tx, id)).filter(({ state }) => state === 'refused')
    await deleteEntries(tx, id, idsOf(refused))
    return 'allowed' as const
  })
}

const idsOf = (entries: readonly { lineageId: string }[]) => entries.map(({ lineageId }) => lineageId)
