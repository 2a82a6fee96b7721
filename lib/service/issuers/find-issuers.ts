import { domainToASCII } from 'node:url'
import { judgeIssuer, type JudgedIssuer } from '@/lib/domain/history/judge-issuer'
import { type SearchWord, searchWords } from '@/lib/domain/issuer/issuer-search'
import { undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { assureNoIssuer } from '@/lib/service/check/assure-none'
import { judged } from '@/lib/service/check/judged'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { trustedServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { findIssuerPlaces, foldSearch, type IssuerPlace, type WordBeginnings } from '@/lib/store/issuers/find-issuers'
import { findPublicWords } from '@/lib/store/issuers/own-words'
import { readStandingEvidence } from '@/lib/store/issuers/public-issuers'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/** An issuer in the directory. Its own words stand there only while its domain counts and it is not suspended. */
interface FoundIssuer extends JudgedIssuer {
  description: string | null
}

/** A page of the directory. */
export interface FoundIssuers {
  issuers: FoundIssuer[]
  /** Where to go on; null at the end. */
  next: IssuerPlace | null
}

/**
 * Finds issuers by the beginnings of words of their names, slugs and verified domains, in order of names (spec
 * part 5). Those without a verified domain are among them, labelled as such.
 * @param query as typed; all issuers when it holds no letter or digit
 * @param after the last of the page before, or null
 * @throws ServiceError `unavailable` when a standing, or that there is no such issuer, cannot be determined
 */
export async function findIssuers(query: string, after: IssuerPlace | null, limit: number): Promise<FoundIssuers> {
  return servingGuard().run(async () => {
    const words = query === '' ? [] : searchWords(await foldSearch(query.replaceAll('\0', ' ')))
    if (words.length === 0 && /[^\s\p{Cc}]/u.test(query)) return { issuers: [], next: null }
    const places = await findIssuerPlaces(words.map(beginnings), after, limit + 1)
    const page = places.slice(0, limit)
    const issuers = page.length > 0 ? await describe(await judgeAll(page)) : []
    if (issuers.length === 0) await assureNoIssuer()
    return { issuers, next: places.length > limit ? (page.at(-1) ?? null) : null }
  })
}

/** A domain in its own letters is found by its encoding. */
function beginnings({ whole, parts }: SearchWord): WordBeginnings {
  const ascii = whole.includes('.') ? domainToASCII(whole) : ''
  return { anyOf: [[whole], ...(parts.length > 1 ? [parts] : []), ...(ascii && ascii !== whole ? [[ascii]] : [])] }
}

async function describe(issuers: readonly JudgedIssuer[]): Promise<FoundIssuer[]> {
  const words = await findPublicWords(issuers.filter(isReliedOn).map(({ id }) => id))
  return issuers.map((issuer) => ({ ...issuer, description: words.get(issuer.id)?.description ?? null }))
}

function isReliedOn({ standing, assuranceLabel }: JudgedIssuer): boolean {
  return standing === 'good' && (assuranceLabel === 'Domain verified' || assuranceLabel === 'Domain attested')
}

async function judgeAll(places: readonly IssuerPlace[]): Promise<JudgedIssuer[]> {
  const evidence = await readStandingEvidence(places.map(({ id }) => id))
  // With a wrong key encryption key no row would pass, and an empty directory would be a false answer.
  if (trustedServiceKeys(evidence.serviceKeys, keyEncryptionKey()).length === 0)
    throw undetermined('the service has no key that counts')
  return judged(evidence, (signatures) =>
    places.flatMap(({ id }) => {
      const row = evidence.issuers.get(id)
      const issuer = row ? judgeIssuer(row, evidence, signatures) : null
      if (!issuer) log.error({ issuer: id }, 'the record of an issuer fails its check: the directory leaves it out')
      return issuer ? [issuer] : []
    }),
  )
}
