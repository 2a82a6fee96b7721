import { checkResult } from './check-result'
import type { IssuerNamesake } from './find-namesake'
import type { BadgeCheckResult } from './finding'
import { makeFinding } from './make-finding'

/**
 * The check `identity` (spec part 6, "Issuer names"). An issuer with a name like that of an issuer of this service is a
 * warning. It is an error if that issuer has a verified domain at which the badge was not signed.
 * @param namesake as `findNamesake` found it
 */
export function checkIdentity(namesake: IssuerNamesake | null): BadgeCheckResult {
  if (!namesake) return checkResult('identity', [])
  const { name, domain, isAtDomain } = namesake
  const detail = domain === '' ? name : `${name}, ${domain}`
  const isWrong = domain !== '' && !isAtDomain
  return checkResult('identity', isWrong ? [makeFinding('issuer_look_alike', '$.issuer', detail)] : [], [
    makeFinding('issuer_look_alike', '$.issuer', detail),
  ])
}
