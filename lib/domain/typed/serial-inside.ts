import { couldBeSerial, partedSerial, serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { findOwnSerials } from './find-own-serials'
import { type FoundSerial, TAKEN, without } from './found-serial'
import { gluedSerial, isGluedWord } from './glued-serial'
import { HOST_FIRST, REST_OF_HOST } from './host-in-word'
import { findOddlyParted } from './oddly-parted'
import { plainCharacters } from './plain-characters'

const LONGEST = 127
/** The rest of the word in which a serial stands: no part of an address, nor of a word with other letters. */
const BEFORE = /(?<![^\s"'()[\]<>,;:#|\u2018-\u201F\u00AB\u00BB])([0-9A-Za-z](?:[0-9A-Za-z._/-]*[._/-])?)$/u
const BEHIND = /^([._/-][0-9A-Za-z._/-]*[0-9A-Za-z])(?![^\s"'()[\]<>.,;:!?|\u2018-\u201F\u00AB\u00BB])/u
/** What a serial of ours has in one of its groups: there is none of digits alone. */
const MIXED = /\d[A-Z]|[A-Z]\d/
/** Cheap to find: a mark that parts its groups, or something beside it. */
const MAY_HOLD_ONE = /^(?!.{4}(?:-.{4}){3}$)(?=\S*[._/-]).{18,}/
const MAY_BE_GLUED = /[^\s-]-?[0-9A-Z]{4}([ -]?)[0-9A-Z]{4}\1[0-9A-Z]{4}\1[0-9A-Z]{4}(?![0-9A-Z])/iu
const MAY_BE_PARTED = /[0-9A-Z]{4}([._/])[0-9A-Z]{4}\1/i
/** A word of a text, without quotes and brackets around it. */
const PIECE = /[^\s"'()<>[\],;|\u2018-\u201F\u00AB\u00BB\uE000]+/gu
/** Four groups with the same mark between them, wherever they begin in a longer number. */
const PARTED = /(?<![\p{L}\p{N}])(?=([0-9A-Z]{4}([._/])[0-9A-Z]{4}\2[0-9A-Z]{4}\2[0-9A-Z]{4})(?![\p{L}\p{N}]))/giu

/**
 * The other reading of a text that may as well be the number of an issuer: the one serial of ours that could stand in it, as in one of
 * 32 such numbers by chance (`A/2026-0001-2345-6786`, `ACME.2026.0001.0009`), in the name of a file, or in what somebody wrote down by ear.
 * Such a text goes on as it was typed, to where certificates are known (`asMeant`).
 * @returns as the service writes it; null where the text is to be read in one way alone
 */
export const serialInside = (text: string): string | null => read(text)?.serial ?? null

/** @returns with `beside`, what else stands in the text */
function read(text: string): { serial: string; beside: string } | null {
  if (text.length > LONGEST || !(MAY_HOLD_ONE.test(text.trim()) || MAY_BE_GLUED.test(text))) return null
  const parted = partedSerial(text)
  if (parted !== null) return { serial: parted, beside: '' }
  const number = plainCharacters(text, LONGEST).trim()
  const found = isIssuerSerial(number) ? [...findOwnSerials(number), ...findParted(number)] : []
  const own = found[0] ?? gluedSerial(number)
  if (own && isLinkAround(number, own)) return null
  // The same place may be found in two ways.
  if (!own || found.some(({ at }) => at !== own.at)) return null
  return { serial: partedSerial(own.serial) ?? own.serial, beside: number.slice(0, own.at) + number.slice(own.end) }
}

/**
 * Whether a number that an issuer may have brought is rather a link without its beginning, `evil.test/7K3M-9QXT-2VBD-8RWN`: it begins with
 * a host, or with a part of one, and what is written like a serial of ours stands in it.
 */
export const isLinkAroundSerial = (number: string): boolean =>
  [...findOwnSerials(number), ...findParted(number)].some((own) => isLinkAround(number, own))

const isLinkAround = (number: string, { at, end, serial }: FoundSerial): boolean =>
  MIXED.test(partedSerial(serial) ?? serial) &&
  (HOST_FIRST.test(number.slice(0, at)) || (at === 0 && REST_OF_HOST.test(number.slice(end))))

/**
 * Whether what stands inside of a text is likelier meant than the number of an issuer: a word with small letters stands beside it, as in the
 * name of a file, and it is written like a serial of ours.
 */
export function isLikelierInside(text: string): boolean {
  const found = read(text)
  return found !== null && MIXED.test(found.serial) && /[a-z]/.test(found.beside)
}

/**
 * Finds serials of ours in a longer text as `findOwnSerials` does, but the number of an issuer in which one stands whole, and four groups
 * with points, underscores or slashes between them, or with whatever else (`findOddlyParted`). Beside other words, what may be a word of
 * them is no part of what is found.
 * @param isBeside as of `findOddlyParted`, of what is no part of the text
 */
export function findMeantSerials(text: string, isBeside = false): FoundSerial[] {
  const found = findOwnSerials(text).map((own) => numberAround(text, own) ?? own)
  const parted = findParted(without(text, found)).map((own) => numberAround(text, own) ?? own)
  const glued = findGlued(without(text, [...found, ...parted]))
  const known = [...found, ...parted, ...glued]
  const rest = without(text, known)
  return [...known, ...findOddlyParted(rest, isBeside || rest.includes(TAKEN))]
}

/** Words that a serial is glued to, as they are written: an issuer may have brought them so. */
function findGlued(text: string): FoundSerial[] {
  if (!MAY_BE_GLUED.test(text)) return []
  return [...text.matchAll(PIECE)].flatMap(({ index: at, 0: written }) => {
    const own = written.length > LONGEST ? null : gluedSerial(written)
    if (!own || !MIXED.test(own.serial) || !isGluedWord(written.slice(0, own.at))) return []
    const word = written.slice(0, own.end)
    return [{ at, end: at + own.end, serial: couldBeSerial(serialKey(word)) ? word : own.serial }]
  })
}

/** Rightly checked, and one of the groups at least is mixed: of dates and running numbers one in 32 would pass as well. */
function findParted(text: string): FoundSerial[] {
  if (!MAY_BE_PARTED.test(text)) return []
  return [...text.matchAll(PARTED)].flatMap(({ index: at, 1: written = '' }) => {
    const isMeant = MIXED.test(written.toUpperCase()) && partedSerial(written) !== null
    return isMeant ? [{ at, end: at + written.length, serial: written }] : []
  })
}

function numberAround(text: string, { at, end }: FoundSerial): FoundSerial | null {
  const before = BEFORE.exec(text.slice(Math.max(at - LONGEST, 0), at))?.[1] ?? ''
  const behind = BEHIND.exec(text.slice(end, end + LONGEST))?.[1] ?? ''
  const number = before + text.slice(at, end) + behind
  const isNumber = before + behind !== '' && serialInside(number) !== null && !isLikelierInside(number)
  return isNumber ? { at: at - before.length, end: end + behind.length, serial: number } : null
}
