import { confirmationWord } from '@/lib/domain/certificate/confirmation-word'
import { deletePassportRow } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/**
 * The holder deletes a passport for good: handle, private link and choice are gone.
 * @param typed what was typed to confirm it
 * @returns `not_confirmed` when that is something else; null when the link opens nothing
 */
export function deletePassport(link: string, typed: string): Promise<'deleted' | 'not_confirmed' | null> {
  return withPassport(link, async (tx, { id, handle }) => {
    if (typed.trim().toLowerCase() !== confirmationWord(handle)) return 'not_confirmed' as const
    await deletePassportRow(tx, id)
    return 'deleted' as const
  })
}
