import type { PassportWire } from '@/lib/contract/passport'
import { isPassportHandle } from '@/lib/domain/passport/passport-handle'
import { undetermined } from '@/lib/errors'
import { assureNoPassport } from '@/lib/service/check/assure-none'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { mayBeRestored } from '@/lib/store/journal/journal-watch'
import { findPublishedPassport } from '@/lib/store/records/passports'
import { judgeEntries } from './judge-entries'
import { presentPassport } from './present-passport'

/**
 * A holder's chosen certificates, each verified and none counted (spec part 5).
 * @param handle as the caller sent it
 * @returns null when there is no such passport, or it is not public
 * @throws ServiceError `unavailable` when anything of it, or its absence, cannot be determined
 */
export async function getPassport(handle: string): Promise<PassportWire | null> {
  if (!isPassportHandle(handle)) return null
  return servingGuard().run(async () => {
    // A restored one may be what its holder has closed or deleted since.
    if (await mayBeRestored()) throw undetermined('the database is older than its journal')
    const passport = await findPublishedPassport(handle)
    if (!passport) {
      await assureNoPassport()
      return null
    }
    const { judged, checkedAt } = await judgeEntries(passport.entries)
    return presentPassport(passport, judged, checkedAt)
  })
}
