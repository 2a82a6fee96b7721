import { domainToUnicode } from 'node:url'
import { unicodeSkeleton } from '@/lib/domain/names/unicode-skeleton'
import { nameSkeleton } from './issuer-name'

/** The names of an issuer. */
export interface IssuerNames {
  name: string
  domain: string
  /** Every slug that it has or had. */
  slugs: string[]
}

/** A name of another issuer that one could be taken for. */
export interface LookAlike {
  kind: 'name' | 'domain' | 'slug'
  /** The other's, as it is written. */
  theirs: string
  /** It is the same, not only alike. */
  same: boolean
}

/**
 * How a text looks, letter by letter in small letters: Unicode's confusables (UTS #39), and pairs of letters that run
 * together in print, which that table leaves out. Blind to what stands between words.
 */
function look(text: string): string {
  const letters = unicodeSkeleton(unicodeSkeleton(text.normalize('NFKC').toLowerCase()).toLowerCase()).toLowerCase()
  return letters
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
}

/** How a domain looks. As it is read in an address bar: its letters, not their encoding; dots tell domains apart, accents do not. */
export function domainLook(domain: string): string {
  const labels = domainToUnicode(domain).split('.')
  return labels.map((label) => look(label).normalize('NFD').replace(/\p{M}/gu, '')).join('.')
}

/** Marks above and below letters of alphabets. In other scripts marks are vowels and the like, which tell words apart. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu

/**
 * The ways in which a name looks; two that share one can be taken for each other.
 * Word by word, where one in a script of its own is read as capitals, and letter by letter: some pairs look alike in one
 * only. Letter by letter it is blind to accents, as domains are.
 */
export function nameLooks(name: string): string[] {
  return [nameSkeleton(name), look(name).normalize('NFD').replace(ACCENTS, '')].filter((form) => form !== '')
}

/** How an issuer looks, by name and by domain. */
interface IssuerLooks {
  names: string[]
  domain: string
}

/** They stay the same, and every badge of somebody else is held against every issuer. */
const remembered = new Map<string, IssuerLooks>()
const MOST_REMEMBERED = 20_000

/** The looks of an issuer of this service; remembered, since finding them takes a tenth of a millisecond. */
export function issuerLooks(name: string, domain: string): IssuerLooks {
  const key = `${domain} ${name}`
  const known = remembered.get(key)
  if (known) return known
  const looks = { names: nameLooks(name), domain: domainLook(domain) }
  if (remembered.size < MOST_REMEMBERED) remembered.set(key, looks)
  return looks
}

/**
 * Finds an issuer whose name, domain or slug one of these could be taken for (spec part 11).
 * @param candidate what is to be given; what is left out is not compared
 * @param others every other issuer
 * @returns null when nothing looks like another's
 */
export function findLookAlike(
  candidate: { name?: string; domain?: string; slug?: string },
  others: readonly IssuerNames[],
): LookAlike | null {
  const { name, domain, slug } = candidate
  const looks = name === undefined ? [] : nameLooks(name)
  const [domainAlike, slugAlike] = [domain && domainLook(domain), slug && look(slug)]
  for (const other of others) {
    if (looks.length > 0 && nameLooks(other.name).some((theirs) => looks.includes(theirs)))
      return { kind: 'name', theirs: other.name, same: other.name === name }
    if (domainAlike && domainLook(other.domain) === domainAlike)
      return { kind: 'domain', theirs: other.domain, same: other.domain === domain }
    const theirs = slugAlike && other.slugs.find((known) => look(known) === slugAlike)
    if (theirs) return { kind: 'slug', theirs, same: theirs === slug }
  }
  return null
}
