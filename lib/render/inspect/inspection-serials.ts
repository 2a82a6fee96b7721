import {
  BETWEEN_CHARACTERS,
  couldBeSerial,
  hasValidCheckCharacter,
  isWrittenAsIssued,
  serialKey,
} from '@/lib/domain/certificate/serial'
import { decodePercents } from '@/lib/domain/text/decode-percents'
import { seenLetters } from '@/lib/domain/text/plain-letters'

export interface TextSerialOptions {
  /** The beginnings of verification addresses, such as `https://example.org/verify/`. */
  verificationPrefixes?: readonly string[]
  /** What stands before the serial on certificates, in each language; `Serial` when not given. */
  serialLabels?: readonly string[]
}

const RETURNED = 16
const LONGEST = 127
/** Four dashed groups of four, also where the word before them lost its space. */
const DASHED = /[0-9A-Z]{4}(?:\s*[\p{Dash}\u00AD]\s*[0-9A-Z]{4}){3}/giu
const RUN = new RegExp(`[0-9A-Z](?:[0-9A-Z]|${BETWEEN_CHARACTERS})*`, 'giu')
const TOKEN = /[0-9A-Z]+/gi

/**
 * What may be a serial in the text of a document: the serials of verification addresses, what follows the label, and
 * whatever has the service's own shape and a right check character, in any grouping.
 * @param texts of the pages, in order
 * @returns at most sixteen, as they are seen in the text, each serial once, likeliest first
 */
export function findTextSerials(texts: readonly string[], options: TextSerialOptions = {}): string[] {
  const { verificationPrefixes = [], serialLabels = ['Serial'] } = options
  const seen = texts.map(seenLetters)
  const found = new Map<string, string>()
  const readings = [
    (text: string) => verificationPrefixes.flatMap((prefix) => inAddresses(text, prefix)),
    (text: string) => serialLabels.flatMap((label) => afterLabel(text, label)),
    (text: string) => (text.match(DASHED) ?? []).filter(hasValidCheckCharacter),
    (text: string) => (text.match(RUN) ?? []).flatMap(ofOwnShape),
  ]
  for (const reading of readings) {
    for (const candidate of seen.flatMap(reading)) {
      const key = serialKey(candidate)
      if (couldBeSerial(key) && !found.has(key)) found.set(key, candidate)
    }
  }
  return [...found.values()].slice(0, RETURNED)
}

function inAddresses(text: string, prefix: string): string[] {
  return text
    .split(new RegExp(escaped(prefix), 'i'))
    .slice(1)
    .map((rest) => decoded((/^[^\s?#"<>()]*/.exec(rest)?.[0] ?? '').slice(0, 3 * LONGEST)).replace(/[.,;:]+$/, ''))
}

/** The rest of the line after the label, or the next line when nothing follows; as a whole and its first word. */
function afterLabel(text: string, label: string): string[] {
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(label)}(?![\\p{L}\\p{N}])`, 'iu'))
    .slice(1)
    .flatMap((rest) => {
      const line = /^[\s:.#№]*([^\r\n]{1,200})/.exec(rest)?.[1]?.trim() ?? ''
      return [line, line.split(/\s/)[0] ?? '']
    })
}

/**
 * Neighbouring words that are sixteen characters together and have a right check character. Words of prose without a
 * digit are left out: one window in 32 has a right check character by chance. One serial in 400 has no digit, and counts in one piece.
 */
function ofOwnShape(run: string): string[] {
  const words = [...run.matchAll(TOKEN)]
  return words.flatMap((first, from) => {
    let length = 0
    let to = from
    for (; to < words.length && length < 16; to++) length += words[to]?.[0].length ?? 0
    const last = words[to - 1]
    if (length !== 16 || !last) return []
    const candidate = run.slice(first.index, last.index + last[0].length)
    const isMeant = /\d/.test(candidate) ? hasValidCheckCharacter(candidate) : isWrittenAsIssued(candidate)
    return isMeant ? [candidate] : []
  })
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const decoded = (segment: string) => decodePercents(segment) ?? segment
