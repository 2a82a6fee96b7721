import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { Undetermined } from '@/lib/domain/history/judgement'
import type { ManagedCertificate, ManagedPassport } from '@/lib/domain/passport/managed-passport'
import { env } from '@/lib/env'
import { assureNoPassport } from '@/lib/service/check/assure-none'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findManagedPassport } from '@/lib/store/records/passports'
import { type EntryApart, judgeEntriesApart } from './judge-entries'
import { managingHash, passportUrl, readManagingToken } from './passport-links'

/**
 * A passport as its holder sees it, with everything that issuers added; not counted as a check. A certificate that
 * cannot be checked is marked as such by itself: the holder must still be able to remove it, hide the name and delete
 * the passport.
 * @param link the private link, or its secret, as it was sent
 * @returns null when it opens nothing
 * @throws ServiceError `unavailable` when the database cannot be read, or cannot tell that there is none
 */
export async function openPassport(link: string): Promise<ManagedPassport | null> {
  const token = readManagingToken(link)
  if (token === null) return null
  return servingGuard().run(async () => {
    const passport = await findManagedPassport(managingHash(token))
    if (!passport) {
      await assureNoPassport()
      return null
    }
    const { handle, showName, published, entries, refused } = passport
    const { apart, checkedAt } = await judgeEntriesApart(entries)
    return {
      ...{ handle, url: passportUrl(handle), showName, published },
      checkedAt: new Date(checkedAt),
      certificates: apart.map(present),
      refused,
    }
  })
}

function present({ lineageId, chosen, judgement, serial: stored }: EntryApart): ManagedCertificate {
  if (judgement instanceof Undetermined) {
    const nothing = { fullName: '', eventTitle: '', issuerName: '' }
    return { lineageId, chosen, overallStatus: 'undetermined', serial: stored ?? '', ...nothing }
  }
  const { serial, recipient, event, issuer } = presentCertificate(judgement.certificate, env().BASE_URL)
  return {
    ...{ lineageId, chosen, overallStatus: judgement.overallStatus, serial },
    ...{ fullName: recipient.full_name, eventTitle: event.title, issuerName: issuer.name },
  }
}
