import { compareMachineName } from './compare-machine-name'
import { judgeNames } from './judge-names'
import { differLetters } from './letter-difference'
import { readMachineName } from './machine-line'
import type { CodePointRange, NameComparison } from './name-comparison'
import { foldName, foldTurkishName, foldTypography } from './name-fold'
import { type NameLetter, readLetters } from './name-letters'
import { NAME_REASONS, type NameReason } from './name-reason'
import { joinWords, type NameWord, readWords } from './name-words'

const MOST_LETTERS = 400
const MOST_WORDS = 16

/**
 * Compares the name on a certificate with one that somebody typed (docs/decisions/0013-what-the-same-name-means.md).
 * `same` allows for case, spaces, Unicode normalisation and the typography of hyphens and apostrophes, and for nothing
 * else; what is known to be written in several ways is `likely_same` with the reasons. One of the two may be the
 * machine-readable line of a passport. Symmetric, total, never throws.
 */
export function compareNames(issued: string, typed: string): NameComparison {
  const [a, b] = [readMachineName(issued), readMachineName(typed)]
  const plain = compareWritten(issued, typed)
  if (plain.result === 'same' || (a === null) === (b === null)) return plain
  if (b) return inOrder(compareMachineName(issued, b, compareWritten))
  if (!a) return plain
  const { differences, ...found } = inOrder(compareMachineName(typed, a, compareWritten))
  return { ...found, differences: { issued: differences.typed, typed: differences.issued } }
}

function inOrder(comparison: NameComparison): NameComparison {
  return { ...comparison, reasons: NAME_REASONS.filter((reason) => comparison.reasons.includes(reason)) }
}

/** Compares two names as they are written. */
function compareWritten(issued: string, typed: string): NameComparison {
  const a = readLetters(issued)
  const b = readLetters(typed)
  const [foldA, foldB] = [foldName(a), foldName(b)]
  if (foldA === foldB || foldTurkishName(a) === foldTurkishName(b)) {
    return { result: 'same', reasons: sameReasons(issued, typed, a, b), differences: { issued: [], typed: [] } }
  }
  // Always worked out in one order, so that nothing depends on which of the two was typed.
  const turned = foldA > foldB
  const { likely, reasons, marksA, marksB } = turned ? compareLetters(b, a) : compareLetters(a, b)
  return {
    result: likely ? 'likely_same' : 'different',
    reasons: NAME_REASONS.filter((reason) => reasons.includes(reason)),
    differences: { issued: rangesOf(turned ? marksB : marksA), typed: rangesOf(turned ? marksA : marksB) },
  }
}

function sameReasons(issued: string, typed: string, a: NameLetter[], b: NameLetter[]): NameReason[] {
  if (issued.normalize('NFC') === typed.normalize('NFC')) return []
  return [foldTypography(a) === foldTypography(b) ? 'typography' : 'case']
}

interface LetterComparison {
  likely: boolean
  reasons: readonly NameReason[]
  marksA: NameLetter[]
  marksB: NameLetter[]
}

function compareLetters(a: NameLetter[], b: NameLetter[]): LetterComparison {
  const [wordsA, wordsB] = alikeInSpaces(readWords(a), readWords(b))
  const long = Math.max(a.length, b.length) > MOST_LETTERS || Math.max(wordsA.length, wordsB.length) > MOST_WORDS
  if (long || wordsA.length === 0 || wordsB.length === 0) {
    const found = differLetters(a, b)
    return { likely: false, reasons: ['letters'], marksA: pick(a, found.a), marksB: pick(b, found.b) }
  }
  const { likely, reasons, marks } = judgeNames(wordsA, wordsB)
  const mixed = likely
    ? []
    : [...wordsA, ...wordsB].filter(({ script }) => script === 'mixed').map((): NameReason => 'lookalike')
  return { likely, reasons: [...mixed, ...reasons], marksA: marks.a, marksB: marks.b }
}

/** Chinese, Japanese and Korean names are parted by a space or are not: where one is not, neither is the other. */
function alikeInSpaces(a: NameWord[], b: NameWord[]): [NameWord[], NameWord[]] {
  const whole = a.length !== b.length && [...a, ...b].every(({ script }) => script === 'cjk')
  return whole && a.length > 0 && b.length > 0 ? [[joinWords(a)], [joinWords(b)]] : [a, b]
}

function pick(letters: readonly NameLetter[], places: readonly number[]): NameLetter[] {
  return places.flatMap((place) => letters[place] ?? [])
}

function rangesOf(letters: readonly NameLetter[]): CodePointRange[] {
  const ranges: CodePointRange[] = []
  for (const { start, end } of [...letters].sort((x, y) => x.start - y.start)) {
    const last = ranges.at(-1)
    if (last && last.end >= start) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}
