import type { LookupItem } from '@/lib/contract/check/lookup'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import type { LookedUp } from './look-up-certificates'

/** The wire form of one entry of a lookup (interface.md part 2, spec part 4). */
export function presentLookup({ serial, found }: LookedUp): LookupItem {
  if (!found) {
    return { serial, found: false, certificate: null, replaced: [], check_count: null, last_checked_at: null }
  }
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
  }
}
