/** Stands before a number whose form is not known here: no certificate may hold it, so that its row is refused until somebody looked. */
export const UNREAD_FORM = '\uFFFC'

const MOST_PLACES = 30
const MOST_SMALL = 20
/** From here on a sheet has put a zero in the place of each digit behind the fifteenth. */
const TOO_LARGE = 1e15

/** A part of a format: a quoted, escaped or plain text, the room of a character, digits, a percent sign, or anything else. */
const PART =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|(?<room>_.)|(?<digits>[0#][0#,]*(?:\.[0#]*)?|\.[0#]+)|(?<percent>%)|(?<plain>[ $€£+\-()/:])|(?<other>.)/gsu

/**
 * A number as its sheet shows it: percent, leading zeros, fixed decimals, and text around it. Thousands are not parted, and decimals
 * have a point, whatever the sheet shows: what does so there is the country of whoever looks, which no workbook tells.
 * @param code its number format (ECMA-376 part 1, 18.8.31)
 * @returns with a mark before it where the form is another one
 */
export function shownNumber(value: number, code: string): string {
  return formatted(value, code) ?? `${UNREAD_FORM}${value}`
}

/** A number that is shown as it is, in the fifteen digits that a sheet knows; marked where it may have had more. */
export function plainNumber(value: number): string {
  return isWhole(value) ? String(Number(value.toPrecision(15))) : `${UNREAD_FORM}${value}`
}

/** Whether a cell with this number format shows a text as it is, neither hidden nor with another text around it. */
export function showsWholeText(code: string): boolean {
  const sections = sectionsOf(code)
  const ofTexts = sections[3] ?? sections.find((section) => section.replace(/"[^"]*"|\\./gsu, '').includes('@'))
  return ofTexts === undefined || /^(?:@|general)$/i.test(ofTexts.replace(/\[[^\]]*\]|[_*]./gsu, '').trim())
}

const isWhole = (value: number) => Math.abs(value) < TOO_LARGE

function formatted(value: number, code: string): string | null {
  if (!isWhole(value)) return null
  // Which section is shown where one has a condition, is not worked out here.
  if (/\[[<>=]/.test(code)) return null
  const sections = sectionsOf(code)
  const [positive = '', negative, zero] = sections
  if (sections.length > 4) return null
  if (value === 0 && zero !== undefined) return filled(0, zero)
  if (value >= 0) return filled(value, positive)
  if (negative !== undefined) return filled(-value, negative)
  const shown = filled(-value, positive)
  return shown === null ? null : `-${shown}`
}

/** The forms of numbers above zero, below it, of zero, and of texts: parted by semicolons outside of texts. */
function sectionsOf(code: string): string[] {
  const texts: string[] = []
  const bare = code.replace(/"[^"]*"|\\./gsu, (text) => `\0${texts.push(text) - 1}\0`)
  return bare.split(';').map((section) => section.replace(/\0(\d+)\0/g, (_, at) => texts[Number(at)] ?? ''))
}

/** Null where the section says more than digits, a percent sign and texts. */
function filled(value: number, section: string): string | null {
  const parts = [...section.matchAll(PART)].map(({ groups }) => groups ?? {})
  const digits = parts.flatMap((part) => part.digits ?? [])
  const percents = parts.filter((part) => part.percent).length
  const [pattern] = digits
  if (pattern === undefined || digits.length > 1 || percents > 1 || parts.some(({ other }) => other)) return null
  const number = digitsOf(value, pattern, 2 * percents)
  if (number === null) return null
  const texts = parts.map((part) =>
    part.digits === undefined ? (part.quoted ?? part.escaped ?? part.percent ?? part.plain ?? '') : number,
  )
  return texts.join('').trim()
}

/** @param power of ten that the value is multiplied by */
function digitsOf(value: number, pattern: string, power: number): string | null {
  const [whole = '', fraction] = pattern.split('.')
  // A comma behind the last digit divides by a thousand.
  if (whole.endsWith(',')) return null
  const places = fraction?.length ?? 0
  const rounded = roundedDigits(value, places, power)
  if (rounded === null) return null
  const count = (text: string) => text.replace(/[^0]/g, '').length
  const above = rounded
    .slice(0, rounded.length - places)
    .replace(/^0+/, '')
    .padStart(count(whole), '0')
  if (fraction === undefined) return above
  const least = fraction.lastIndexOf('0') + 1
  const below = rounded.slice(rounded.length - places)
  return `${above}.${below.slice(0, least)}${below.slice(least).replace(/0+$/, '')}`
}

/** The digits of a number up to so many places behind its point, of the fifteen that a sheet knows, halves rounded up. */
function roundedDigits(value: number, places: number, power: number): string | null {
  const [mantissa = '', exponent = ''] = value.toExponential(14).split('e')
  if (places > MOST_PLACES || !(Number(exponent) >= -MOST_SMALL)) return null
  const shift = Number(exponent) - 14 + places + power
  const digits = BigInt(mantissa.replace('.', ''))
  const scaled =
    shift >= 0 ? digits * 10n ** BigInt(shift) : (digits + 5n * 10n ** BigInt(-shift - 1)) / 10n ** BigInt(-shift)
  return scaled.toString().padStart(places + 1, '0')
}
