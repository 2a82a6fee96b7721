/** The name in the machine-readable line of a passport or identity card (ICAO Doc 9303, parts 3 to 6). */
export interface MachineName {
  /** Ways to write it as names are written, the given names first in the first of them. */
  readings: MachineReading[]
  /** Whether the line was full, so that the last word may be cut. */
  cut: boolean
}

/** A name read out of a line. */
export interface MachineReading {
  text: string
  /** For each code point of `text`, which code point of the line it is. */
  places: number[]
}

interface Sign {
  sign: string
  at: number
}

const FILLER = '<'
/** Lengths of whole zones, the place of the name in each, as its first character and how many it has at most. */
const ZONES: ReadonlyMap<number, { head: RegExp; start: number; most: number }> = new Map([
  [88, { head: /^[PV]/, start: 5, most: 39 }],
  [90, { head: /^[ACI]/, start: 60, most: 30 }],
  [72, { head: /^[ACIPV]/, start: 5, most: 31 }],
])
/** A first line that begins with what kind of document it is and who issued it, whole or not. */
const FIRST_LINE = /^(?:P[A-Z<]|V[A-Z<]|[ACI][A-Z<])[A-Z][A-Z<]{2}[A-Z]/

/**
 * Reads the name out of a machine-readable line, out of its first line, or out of its name alone (`MULLER<<ANA<LUCIA`).
 * @returns null when the text is no such line
 */
export function readMachineName(text: string): MachineName | null {
  const signs = [...text].map((sign, at) => ({ sign: sign.toUpperCase(), at })).filter(({ sign }) => /\S/.test(sign))
  const line = signs.map(({ sign }) => sign).join('')
  if (!/</.test(line) || line.length !== signs.length) return null
  const zone = ZONES.get(line.length)
  if (/^[A-Z\d<]+$/.test(line) && zone?.head.test(line)) {
    return nameIn(signs.slice(zone.start, zone.start + zone.most), zone.most)
  }
  if (!/^[\p{Lu}\p{Lo}<]+$/u.test(line)) return null
  const isFirst = FIRST_LINE.test(line) && (line[1] === FILLER || ZONES.has(2 * line.length))
  if (isFirst) return nameIn(signs.slice(5), line.length === 44 ? 39 : 31)
  return nameIn(signs, 39)
}

/** Two fillers part the family name from the given names, one parts words, those at the end say nothing. */
function nameIn(field: readonly Sign[], most: number): MachineName | null {
  const line = field.map(({ sign }) => sign).join('')
  const end = line.replace(/<+$/, '').length
  const parted = line
    .slice(0, end)
    .replace(/^<+/, (fillers) => 'x'.repeat(fillers.length))
    .indexOf('<<')
  const family = wordsOf(field.slice(0, parted < 0 ? end : parted))
  const given = parted < 0 ? [] : wordsOf(field.slice(parted, end))
  if (family.length + given.length === 0) return null
  const readings = [
    [...given, ...family],
    [...family, ...given],
  ].map(reading)
  return { readings: given.length > 0 ? readings : readings.slice(0, 1), cut: end >= most }
}

function wordsOf(field: readonly Sign[]): Sign[][] {
  const words: Sign[][] = [[]]
  for (const sign of field) {
    if (sign.sign === FILLER) words.push([])
    else words.at(-1)?.push(sign)
  }
  return words.filter((word) => word.length > 0)
}

function reading(words: readonly Sign[][]): MachineReading {
  const signs = words.flatMap((word, index) => (index === 0 ? word : [{ sign: ' ', at: word[0]?.at ?? 0 }, ...word]))
  return { text: signs.map(({ sign }) => sign).join(''), places: signs.map(({ at }) => at) }
}
