import { isObject } from '@/lib/crypto/encoding/is-object'
import type { BadgeFinding } from './finding'
import { makeFinding } from './make-finding'
import { asArray } from './read/as-array'
import { jsonPath } from './read/json-path'

const CREDENTIALS = 'https://www.w3.org/2018/credentials#'

/**
 * The members by which a badge is judged, the RDF predicate of each, and which of their values the checks take as such.
 * The predicates are the same in VCDM 1.1 and 2.0.
 */
const JUDGED: readonly { member: string; predicate: string; counts: (value: unknown) => boolean }[] = [
  { member: 'credentialStatus', predicate: `${CREDENTIALS}credentialStatus`, counts: isObject },
  { member: 'validFrom', predicate: `${CREDENTIALS}validFrom`, counts: isString },
  { member: 'validUntil', predicate: `${CREDENTIALS}validUntil`, counts: isString },
  { member: 'issuanceDate', predicate: `${CREDENTIALS}issuanceDate`, counts: isString },
  { member: 'expirationDate', predicate: `${CREDENTIALS}expirationDate`, counts: isString },
  { member: 'issuer', predicate: `${CREDENTIALS}issuer`, counts: (value) => isString(value) || isObject(value) },
  { member: 'credentialSubject', predicate: `${CREDENTIALS}credentialSubject`, counts: isObject },
  { member: 'proof', predicate: 'https://w3id.org/security#proof', counts: isObject },
]
const DATES: readonly string[] = ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate']

/**
 * Compares what a badge says of itself in its RDF with the members that the checks look at: a statement of status or
 * validity that stands anywhere else (an alias, a nested node with the badge's own id) is signed and would go unseen.
 * @param nquads the canonical form, whose IRIs need no escapes
 * @returns one `jsonld_unsafe` for each member whose statements are more or fewer
 */
export function countStatements(credential: Record<string, unknown>, nquads: string): BadgeFinding[] {
  const { id } = credential
  // A blank node could be any other; 1EdTech's schema asks for an id anyway.
  if (typeof id !== 'string')
    return [makeFinding('jsonld_unsafe', '$.id', 'the badge has no id to find its statements by')]
  const lines = nquads.split('\n')
  return JUDGED.flatMap(({ member, predicate, counts }) => {
    const value = credential[member]
    // A date in an array reads differently from the same date alone, though their RDF is the same.
    const values = DATES.includes(member) && value !== undefined ? [value] : asArray(value)
    const start = `<${id}> <${predicate}> `
    const found = lines.filter((line) => line.startsWith(start)).length
    const looked = values.every(counts) ? values.length : 'something else'
    if (found === looked) return []
    const detail = `${found} such statements about the badge, ${looked} in this member`
    return [makeFinding('jsonld_unsafe', jsonPath([member]), detail)]
  })
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}
