import { withoutMarks } from './latin-spellings'
import type { MachineName, MachineReading } from './machine-line'
import type { NameComparison } from './name-comparison'
import type { CodePointRange } from './name-comparison'
import { foldName } from './name-fold'
import { readLetters } from './name-letters'
import type { NameReason } from './name-reason'

type Compare = (a: string, b: string) => NameComparison

/** Reasons that a line of capitals, words and fillers cannot show. */
const UNSAID: readonly NameReason[] = [
  ...(['case', 'typography', 'accents', 'dotless_i', 'apostrophe', 'hyphen', 'punctuation'] as const),
]
const RANK = { same: 0, likely_same: 1, different: 2 }

/**
 * Compares a name with one that was read out of a machine-readable line: at best they are likely the same.
 * @param compare the comparison of two names as they are written
 */
export function compareMachineName(name: string, line: MachineName, compare: Compare): NameComparison {
  const compared = readingsBeside(name, line).map((reading) => fromReading(reading, compare(name, reading.text)))
  const [best] = compared.sort((a, b) => RANK[a.result] - RANK[b.result] || a.reasons.length - b.reasons.length)
  return best ?? compare(name, '')
}

/** As the line stands; its doubled spellings read (`MUXXLLER`), and a word that was cut made whole. */
function readingsBeside(name: string, { readings, cut }: MachineName): (MachineReading & { isWhole: boolean })[] {
  return readings.flatMap((reading) => {
    const plain = [reading, withoutDoubles(reading)].map((one) => ({ ...one, isWhole: true }))
    if (!cut) return plain
    return [...plain, ...plain.flatMap((one) => completed(name, one) ?? [])]
  })
}

/** U or N with its mark may be written UXX or NXX (part 3, section 6). */
function withoutDoubles({ text, places }: MachineReading): MachineReading {
  const signs = [...text]
  const kept = [...signs.keys()].filter((at) => {
    const doubles = (from: number) => /^[UN]XX$/.test(signs.slice(from, from + 3).join(''))
    return !doubles(at - 1) && !doubles(at - 2)
  })
  return { text: kept.map((at) => signs[at]).join(''), places: kept.map((at) => places[at] ?? 0) }
}

/** The reading with its last word as the name writes it, where that begins as the line does. */
function completed(name: string, { text, places }: MachineReading) {
  const last = lastWord(text, places)
  const fold = bare(last.text)
  const word = name.split(/[\s-]+/).find((one) => one !== '' && bare(one).startsWith(fold) && bare(one) !== fold)
  if (word === undefined || fold.length === 0) return null
  const before = [...text].slice(0, last.start)
  const after = [...text].slice(last.end)
  const whole = [...word]
  const at = places[last.end - 1] ?? 0
  return {
    text: [...before, ...whole, ...after].join(''),
    places: [...places.slice(0, last.start), ...whole.map(() => at), ...places.slice(last.end)],
    isWhole: false,
  }
}

/** The word that stood last in the line. */
function lastWord(text: string, places: readonly number[]): { text: string; start: number; end: number } {
  const signs = [...text]
  const end = 1 + places.indexOf(places.reduce((most, place) => Math.max(most, place), 0))
  const start = 1 + signs.slice(0, end).lastIndexOf(' ')
  return { text: signs.slice(start, end).join(''), start, end }
}

const bare = (text: string) =>
  foldName(readLetters(text).map((letter) => ({ ...letter, fold: withoutMarks(letter.fold) })))

function fromReading(
  { places, isWhole }: MachineReading & { isWhole: boolean },
  { result, reasons, differences }: NameComparison,
): NameComparison {
  const said = result === 'different' ? reasons : reasons.filter((reason) => !UNSAID.includes(reason))
  return {
    result: result === 'same' ? 'likely_same' : result,
    reasons: ['machine_line', ...(isWhole ? [] : (['abbreviation'] as const)), ...said],
    differences: { issued: differences.issued, typed: inLine(differences.typed, places) },
  }
}

/** Ranges of a reading as ranges of the line that it was read from. */
function inLine(ranges: readonly CodePointRange[], places: readonly number[]): CodePointRange[] {
  const marked = new Set(ranges.flatMap(({ start, end }) => places.slice(start, end)))
  const found: CodePointRange[] = []
  for (const at of [...marked].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last?.end === at) last.end = at + 1
    else found.push({ start: at, end: at + 1 })
  }
  return found
}
