import type { ForgottenRow } from '@/lib/domain/history/journal-record'
import { removeUnshared } from '@/lib/service/designs/erase-signature'
import type { Transaction } from '@/lib/store/database/database'
import { markErasedAgain } from '@/lib/store/designs/designs'
import { deleteInvitation } from '@/lib/store/desk/invitations'
import { deleteUser, findUserEmail } from '@/lib/store/desk/users'
import { dropMailTo } from '@/lib/store/mail/mail-messages'
import { deletePassportRow } from '@/lib/store/records/passport-changes'
import { emptyReport } from '@/lib/store/records/report-keeping'
import { takeWatcher } from '@/lib/store/watch/watchers'
import { deleteWatchById } from '@/lib/store/watch/watches'

/**
 * Forgets again what a restore brought back of a person (docs/decisions/0130): a deleted report is emptied, and an account goes with
 * whatever it was a member of.
 * @returns false when it is not there
 * @throws ServiceError `unavailable` when the files of a picture cannot be reached; the driver's error
 */
export async function forgetAgain(tx: Transaction, { table, id }: ForgottenRow): Promise<boolean> {
  switch (table) {
    case 'watchers': {
      const recipientMac = await takeWatcher(tx, id)
      if (recipientMac !== null) await dropMailTo(tx, recipientMac, ['watch_notice', 'watch_request'])
      return recipientMac !== null
    }
    case 'watches':
      return deleteWatchById(tx, id)
    case 'passports':
      return deletePassportRow(tx, id)
    case 'desk_invitations':
      return deleteInvitation(tx, id)
    case 'reports':
      return emptyReport(tx, id)
    case 'desk_users': {
      const email = await findUserEmail(tx, id)
      if (email !== null) await deleteUser(tx, { userId: id, email })
      return email !== null
    }
    case 'design_pictures': {
      const erased = await markErasedAgain(tx, id)
      await removeUnshared(tx, erased)
      return erased.length > 0
    }
  }
}
