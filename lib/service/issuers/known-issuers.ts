import { setImmediate } from 'node:timers/promises'
import type { KnownIssuer } from '@/lib/domain/badge/find-namesake'
import { issuerLooks } from '@/lib/domain/issuer/issuer-look-alike'
import { undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { assureNoIssuer } from '@/lib/service/check/assure-none'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { readIssuerFacts } from '@/lib/store/issuers/issuer-facts'

const FEW = 100

/**
 * The names of all issuers of this service, to recognize others that call themselves like one of them.
 * @throws ServiceError `unavailable` when they cannot be read, or one of their rows is lost or was written by somebody else: then
 *   nobody knows whose name is missing. Also when the clocks disagree: then nobody knows whether the badge of another has ended
 */
export async function knownIssuers(): Promise<KnownIssuer[]> {
  const rows = await servingGuard().run(() => readIssuerFacts())
  await assureNoIssuer()
  const issuers: KnownIssuer[] = []
  // The first time there are many signatures to be checked and looks to be found: a few a turn of the event loop, which serves
  // others in between.
  for (const row of rows) {
    if (!isIssuerSealed(row)) {
      log.error({ issuer: row.id }, 'the record of an issuer fails its check: badges of others cannot be judged')
      throw undetermined('the names of issuers cannot be relied on')
    }
    const { name, domain, assurance } = row
    const known = { name, domain: assurance === 'none' ? '' : domain }
    issuerLooks(known.name, known.domain)
    if (issuers.push(known) % FEW === 0) await setImmediate()
  }
  return issuers
}
