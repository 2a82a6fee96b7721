import unhomoglyph from 'unhomoglyph'
import { decodedLabel } from '@/lib/scan/read/decoded-label'
import { editDistance } from './edit-distance'

/** The way in which a host's name resembles ours. */
type Resemblance = 'letters_like_ours' | 'spelt_like_ours' | 'our_name_other_ending' | 'our_name_inside'

/** Second-level names under which countries let others register, so that they belong to the ending. */
const SHARED_SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gouv', 'gov', 'net', 'nom', 'or', 'org'])
/** A shorter name of ours resembles too much by chance. */
const TELLING_LENGTH = 5

/**
 * Whether a host that is not ours could be taken for ours.
 * @param host as the platform's URL parser gives it (lower case, punycode), without a port
 * @param own the service's own, in the same form
 * @returns null where nothing resembles; always for our own host, and where ours is an IP address or a single word
 */
export function lookAlikeHost(host: string, own: string): Resemblance | null {
  if (host === own || !isName(own) || !isName(host)) return null
  if (skeleton(host) === skeleton(own)) return 'letters_like_ours'
  const theirs = partsOf(host)
  const ours = partsOf(own)
  if (ours.registrable === theirs.registrable) return spellingOf(host, own)
  const names = [theirs.name, ours.name].map(skeleton)
  if (names[0] === names[1]) return theirs.name === ours.name ? 'our_name_other_ending' : 'letters_like_ours'
  if (holdsOurs(host, own, ours.name)) return 'our_name_inside'
  if (isNear(theirs.name, ours.name)) return 'spelt_like_ours'
  return spellingOf(host, own)
}

/** Longer than any name of the DNS. */
const LONGEST_HOST = 253

function isName(host: string): boolean {
  if (host.length > LONGEST_HOST || host.startsWith('[')) return false
  const labels = host.replace(/\.$/, '').split('.')
  return labels.length > 1 && /[^0-9]/.test(labels.at(-1) ?? '')
}

function spellingOf(host: string, own: string): Resemblance | null {
  return isNear(host, own) ? 'spelt_like_ours' : null
}

/** One letter for short names, two for long ones, after letters that look the same are made the same. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [skeleton(one), skeleton(other)]
  if (Math.min(a.length, b.length) < TELLING_LENGTH) return false
  const limit = b.length >= 10 ? 2 : 1
  return editDistance(a, b, limit) <= limit
}

/** Our whole host with dots or hyphens in the other's, or our name as a word of it. */
function holdsOurs(host: string, own: string, name: string): boolean {
  const without = (marks: RegExp, text: string) => skeleton(text).replace(marks, '')
  if (without(/[.-]/g, host).includes(without(/[.-]/g, own))) return true
  return name.length >= TELLING_LENGTH && without(/-/g, host).includes(without(/-/g, name))
}

/**
 * The name that somebody registered, and the ending it stands under. Without the Public Suffix List, which would be
 * larger than the page: a wrong guess only chooses between sentences, since every host but ours is stopped at.
 */
function partsOf(host: string): { name: string; registrable: string } {
  const labels = host.replace(/\.$/, '').split('.')
  const isShared = (labels.at(-1) ?? '').length === 2 && SHARED_SECOND_LEVELS.has(labels.at(-2) ?? '')
  const ending = isShared && labels.length > 2 ? 2 : 1
  return { name: labels.at(-ending - 1) ?? '', registrable: labels.slice(-ending - 1).join('.') }
}

/** What a name looks like (UTS #39), read in small letters and without marks on them. */
function skeleton(host: string): string {
  const letters = host.split('.').map(decodedLabel).join('.').normalize('NFD').replace(/\p{M}/gu, '')
  return unhomoglyph(letters.toLowerCase())
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replace(/[1|]/g, 'l')
}
