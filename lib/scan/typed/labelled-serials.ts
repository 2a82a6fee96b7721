import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { leadingOwnSerial } from '@/lib/domain/typed/find-own-serials'
import type { FoundSerial } from '@/lib/domain/typed/found-serial'
import { findMeantSerials } from '@/lib/domain/typed/serial-inside'
import { isWhole, lineSerials } from './line-serial'

/** The words before a serial, in each language; the catalogues' own word is among them. */
const LABELS = [
  'serial(?: (?:numbers?|nos?\\.?|nr\\.?|id))?',
  'n(?:[úu]mero|\\.?º|\\.?°|\\.) de s[ée]rie',
  'num[ée]ro de s[ée]rie',
  'n[°º] (?:de )?s[ée]rie',
  'serie(?:nnummer|n-nr\\.?|n-?nummer)',
  '(?:الرقم التسلسلي|رقم تسلسلي)',
  '序列[号號]',
  'सीरियल (?:नंबर|नम्बर|संख्या)',
]
const LABEL = new RegExp(LABELS.join('|'), 'giu')
/** Words of forms and of certificates themselves that say so only where a line begins with them: a text is full of them otherwise. */
const OF_LINES = [
  'cert(?:ificate|ificat|\\.)? (?:number|id|n[or°º]\\.?)',
  '(?:cert|nos?|nr)\\.|n[°º]\\.?',
  'zertifikats?-?n(?:ummer|r\\.?)',
  '证书编?号',
]
const LEADING = new RegExp(`^\\s*(?:${[...LABELS, ...OF_LINES].join('|')})(?=[\\s:\uFF1A#№=|*]|$|(?<=[°º.])\\d)`, 'iu')
const BEHIND = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${[...LABELS, ...OF_LINES].join('|')})[\\s:\uFF1A#№=|-]{0,8}$`,
  'iu',
)
/** Words that are no name where nothing parts them from a serial. */
const GLUED =
  /(?<![\p{L}\p{M}\p{N}])(?:n[ro]|sn|id|ref|cert(?:ificate|ificat|ificado)?|zert(?:ifikat)?|serial|serie)$/iu
const LETTER = /[\p{L}\p{M}\p{N}]/u
/** What may stand between a label and its serial. */
const BETWEEN = /^[\s:\uFF1A.#№=|*_"'\u00AB\u201C(-]{0,8}/
const LONGEST_REST = 140

/**
 * Finds what follows the word “serial” in any of the languages: our own form, also mistyped, else the rest of the line
 * or its first word where an issuer may have brought it.
 * @param text in plain characters
 */
export function findLabelled(text: string): FoundSerial[] {
  return [...text.matchAll(LABEL)].flatMap(({ index, 0: label }) => {
    if (/[a-z]/i.test(label.charAt(0)) && LETTER.test(text.charAt(index - 1))) return []
    const from = index + label.length
    const between = BETWEEN.exec(text.slice(from, from + 8))?.[0] ?? ''
    const at = from + between.length
    const rest = text.slice(at, at + LONGEST_REST)
    const found = /^[0-9a-z]/i.test(rest) ? labelled(rest, between) : null
    return found === null ? [] : [{ at, serial: found.serial, end: at + found.length }]
  })
}

/**
 * A line without the label that it begins with, and the words behind: `Certificate No. NS/2024/0042`. A line that is an issuer's serial
 * as it stands, such as `NR.2024-17`, is left alone.
 */
export function withoutLabel(line: string): string {
  if (isIssuerSerial(line.trim())) return line
  const rest = line.replace(LEADING, '')
  return rest === line ? line : ofSerial(rest.replace(BETWEEN, ''))
}

/** Words without the label at their end: `Ana Li, Serial:` before a serial, or `Ana Li Nr` where it is glued to that. */
export const withoutLabelBehind = (words: string): string => words.replace(BEHIND, '').replace(GLUED, '')

function labelled(rest: string, between: string): { serial: string; length: number } | null {
  const own = leadingOwnSerial(rest, { mistyped: between !== '' })
  if (own) return own
  if (between === '') return null
  const [whatFollows = ''] = rest.split(/[\n\t,;|]/, 1)
  const [mentioned] = findMeantSerials(whatFollows)
  const line = whatFollows.slice(0, mentioned?.at)
  const isMarked = /[:\uFF1A=#№\n|]/.test(between)
  // Behind a bar stands the head of the next column, too.
  const [whole] = lineSerials(ofSerial(line), { alone: isMarked && !mentioned && !between.includes('|') })
  if (whole !== undefined && isMarked) return { serial: whole, length: line.length }
  const word = (line.split(/ /, 1)[0] ?? '').replace(/[."'!?:)\]}*_\u00BB\u201D\u3002]{1,8}$/, '')
  const isTelling = isMarked ? /\d/.test(word) : word.length >= 6 && /\d/.test(word) && !/^[a-z]+$/i.test(word)
  return isTelling && isIssuerSerial(word) ? { serial: word, length: word.length } : null
}

/** A line up to the words behind its serial, where that is whole by itself: `NS-0042-A issued 3 May 2024`. */
function ofSerial(line: string): string {
  const [first = '', ...words] = line.split(/ +/)
  const end = isWhole(first) ? words.findIndex((word) => /^[a-z]{3,}[.,]?$/i.test(word)) : -1
  return end === -1 ? line : [first, ...words.slice(0, end)].join(' ')
}
