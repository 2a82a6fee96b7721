import { isUuid } from '@/lib/domain/text/uuid'
import { updateChoice } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/** The choices of a holder: what the passport shows. */
interface PassportChoice {
  /** Chains of corrections; others than those in the passport do not count. */
  lineageIds: readonly string[]
  showName: boolean
  published: boolean
}

/**
 * The holder chooses what a passport shows, from the next request on.
 * @param opened what it showed on the page where they chose: a page that is open elsewhere shows nothing again that was hidden
 *   since; null where that is not known
 * @returns null when the link opens nothing
 */
export function chooseCertificates(
  link: string,
  choice: PassportChoice,
  opened: PassportChoice | null = null,
): Promise<'saved' | null> {
  const lineageIds = choice.lineageIds.filter(isUuid)
  return withPassport(link, async (tx, { id }) => {
    await updateChoice(tx, id, { ...choice, lineageIds }, opened)
    return 'saved' as const
  })
}
