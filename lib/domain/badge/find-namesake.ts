import { domainLook, issuerLooks, nameLooks } from '@/lib/domain/issuer/issuer-look-alike'
import { hostOfIssuer } from './host-of-issuer'
import { issuerIdOf } from './proof/check-credential-signatures'
import { asArray } from './read/as-array'
import { walkJson } from './read/walk-json'

/** The names of an issuer of this service. */
export interface KnownIssuer {
  name: string
  /** Its verified domain; empty where it has none. */
  domain: string
}

/** An issuer of this service that somebody else calls itself like. */
export interface IssuerNamesake extends KnownIssuer {
  /** The badge is signed at that issuer's verified domain, so that it may well be the same organization. */
  isAtDomain: boolean
}

/** More, or longer ones, are no names; each takes time to be looked at. */
const MOST_NAMES = 50
const MOST_CHARACTERS = 300

/** One name that could be a domain: the way to call oneself like an issuer without its name. */
const DOMAIN_SHAPE = /^[^\s/@]+\.[^\s/@.]+\.?$/u

/**
 * Finds the issuer of this service that the issuer of a badge calls itself like (spec part 6, "Issuer names"): by what is in
 * its `name`, in whatever form, by its further identifiers, and by the host of its DID.
 * @param credential of somebody else, as it was read
 * @param issuers all issuers of this service
 * @returns the first with a verified domain at which the badge was not signed; else any other; null when there is none
 */
export function findNamesake(
  credential: Record<string, unknown>,
  issuers: Iterable<KnownIssuer>,
): IssuerNamesake | null {
  const id = issuerIdOf(credential) ?? ''
  const host = hostOfIssuer(id)
  const names = issuerNames(credential)
  const looks = new Set(names.flatMap(nameLooks))
  const domains = names.filter((name) => DOMAIN_SHAPE.test(name))
  const domainLooks = new Set([...domains, ...(host === null ? [] : [host])].map(domainLook))
  let found: IssuerNamesake | null = null
  for (const { name, domain } of issuers) {
    const known = issuerLooks(name, domain)
    const isAtDomain = domain !== '' && id.startsWith('did:web:') && host !== null && isWithin(host, domain)
    const isAlike =
      known.names.some((look) => looks.has(look)) || (domain !== '' && !isAtDomain && domainLooks.has(known.domain))
    if (!isAlike) continue
    if (domain !== '' && !isAtDomain) return { name, domain, isAtDomain }
    found ??= { name, domain, isAtDomain }
  }
  return found
}

/** Everything that the issuer could be read as, whatever the shape: its names first, which are what is shown. */
function issuerNames({ issuer }: Record<string, unknown>): string[] {
  if (typeof issuer !== 'object' || issuer === null) return []
  const { name, otherIdentifier } = issuer as Record<string, unknown>
  const identifiers = asArray(otherIdentifier).map((one) =>
    typeof one === 'object' && one !== null && 'identifier' in one ? one.identifier : one,
  )
  const names = new Set<string>()
  for (const value of [name, ...identifiers]) {
    for (const text of textsIn(value)) {
      const readable = readableName(text)
      if (readable !== '') names.add(readable)
      if (names.size >= MOST_NAMES) return [...names]
    }
  }
  return [...names]
}

/**
 * What of a name can be read: no invisible characters, one sign for any that stand between words, two marks on a letter.
 * Empty past the length of any name, before anything is normalized, which takes minutes for a thousand marks on one letter.
 */
function readableName(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
  const letters = visible.replace(/(\p{M}{2})\p{M}+/gu, '$1').replace(/[^\p{L}\p{M}\p{N}]{2,}/gu, ' ')
  const plain = letters.replace(/[^\p{L}\p{M}\p{N}.-]/gu, ' ').trim()
  return plain.length > MOST_CHARACTERS ? '' : plain
}

function* textsIn(value: unknown): Generator<string> {
  for (const { value: text, key } of walkJson(value)) {
    if (typeof text === 'string' && key !== '@language' && key !== '@direction') yield text
  }
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
