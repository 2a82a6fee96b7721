import { PASSPORT_STATUSES, type PassportWire } from '@/lib/contract/passport'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import type { StoredPassport } from '@/lib/store/records/passports'
import type { JudgedEntry } from './judge-entries'

type Entry = PassportWire['certificates'][number]

/**
 * The wire form of a passport (spec part 5, decision 29). Withdrawn certificates are left out, so that nothing shows
 * that they existed. With the name hidden nothing leads to a page that shows it: no serial, id or link.
 * @param judged the chosen certificates
 * @param checkedAt milliseconds since 1970
 */
export function presentPassport(
  { handle, showName }: Pick<StoredPassport, 'handle' | 'showName'>,
  judged: readonly JudgedEntry[],
  checkedAt: number,
): PassportWire {
  const certificates = judged
    .filter(({ judgement }) => judgement.overallStatus !== 'withdrawn')
    .map((entry) => presentEntry(entry, showName))
  return {
    handle,
    name: sharedName(certificates),
    name_shown: showName,
    verified_at: new Date(checkedAt).toISOString(),
    certificates,
  }
}

function presentEntry({ judgement }: JudgedEntry, showName: boolean): Entry {
  const { serial, recipient, event, issuer, verification_url } = presentCertificate(
    judgement.certificate,
    env().BASE_URL,
  )
  const status = PASSPORT_STATUSES.find((known) => known === judgement.overallStatus)
  if (!status) throw new Error(`the current certificate of a chain is ${judgement.overallStatus}`)
  return {
    serial: showName ? serial : null,
    overall_status: status,
    name: showName && recipient.full_name !== '' ? recipient.full_name : null,
    event,
    issuer,
    verification_url: showName && verification_url !== '' ? verification_url : null,
  }
}

/** The one name on all certificates that show one; with two of them it would be claimed that they are one person's. */
function sharedName(certificates: readonly Entry[]): string | null {
  const names = new Set(certificates.flatMap(({ name }) => name ?? []))
  const [name = null] = names
  return names.size === 1 ? name : null
}
