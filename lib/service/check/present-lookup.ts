import type { LookupItem } from '@/lib/contract/check/lookup'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { lostRecord, undetermined } from '@/lib/errors'
import type { LookedUp } from './look-up-certificates'

const NOTHING = { certificate: null, replaced: [], check_count: null, last_checked_at: null }

/**
 * The wire form of a lookup (interface.md part 2, spec part 4).
 * @throws ServiceError `unavailable` where nothing can be said of any of them, or nobody can tell whether there is such a certificate:
 *   `found` is either true or false
 */
export function presentLookup(lookedUp: readonly LookedUp[]): LookupItem[] {
  if (lookedUp.every(({ found }) => found === 'lost')) throw lostRecord(true)
  if (lookedUp.every(({ found }) => typeof found === 'string')) throw undetermined('none of a lookup can be told')
  return lookedUp.map(presentOne)
}

function presentOne({ serial, found }: LookedUp): LookupItem {
  if (found === 'unsure') throw undetermined('whether the issuer has a certificate cannot be told')
  if (found === 'lost') return { serial, found: true, ...NOTHING, error: lostRecord(true).message }
  if (found === 'undetermined') return { serial, found: true, ...NOTHING, error: undetermined().message }
  if (!found) return { serial, found: false, ...NOTHING, error: null }
  const baseUrl = env().BASE_URL
  return {
    serial,
    found: true,
    certificate: presentCertificate(found.current, baseUrl),
    replaced: found.replaced.map((certificate) => {
      const { serial: replaced, status } = presentCertificate(certificate, baseUrl)
      return { serial: replaced, status }
    }),
    check_count: found.checkCount,
    last_checked_at: found.lastCheckedAt === null ? null : new Date(found.lastCheckedAt).toISOString(),
    error: null,
  }
}
