import { couldBeSerial, hasValidCheckCharacter, partedSerial, serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { isWhole, lineSerials } from '@/lib/scan/typed/line-serial'
import { serialsInText, sureSerials } from '@/lib/scan/typed/read-typed-text'
import { isVerification, takeAddresses } from '@/lib/scan/typed/take-addresses'
import { type CellReader, cellReader, mayHoldLink, onceFor } from './beside-serial'

/** Of this service, the present one first. */
export type Origins = readonly [string, ...string[]]

const LONGEST_CELL = 2000

const plainCell = (cell: string) => (/^[ -~]*$/.test(cell) ? cell : plainCharacters(cell, LONGEST_CELL))

/** What the cells of one list are read with. */
export interface Reading {
  origins: Origins
  ownIn: CellReader
  /** Whether a link in a cell would verify a certificate on another host; its serial is not taken. */
  leadsElsewhere: (cell: string) => boolean
}

export const newReading = (origins: Origins): Reading => ({
  origins,
  ownIn: cellReader(origins),
  leadsElsewhere: onceFor((cell) => {
    const plain = plainCell(cell)
    return mayHoldLink(plain) && takeAddresses(plain, origins).elsewhere.some((one) => isVerification(one))
  }),
})

/** A short number, a day, an amount. */
const OTHER_COLUMN = /^[[(<"']?[\d.,:/\s-]{1,12}[\])>"']?$/
const LINK = /^https?:\/\/\S+\/verify\/[0-9A-Z-]{16,19}$/i
/** What is looked at closely: to do so with each cell of a long table takes seconds. */
const MAY_HOLD_ONE = /\/verify|[0-9A-Z]{4}(?:[\s\p{Dash}]{0,5}[0-9A-Z]{4}){3}/iu
export const mayHoldOne = (cell: string) => MAY_HOLD_ONE.test(plainCell(cell))

/** Whether a serial of ours stands in a cell, rightly checked. */
export const holdsOwn = (cell: string, { origins }: Reading) =>
  partedSerial(cell) !== null || (mayHoldOne(cell) && sureSerials(cell, origins).length > 0)

/** One serial or a link; a number, a date or an amount is rather another column of the table, as `[28/11/2026` is of a chat. */
export const isSerialCell = (cell: string, reading: Reading) =>
  !OTHER_COLUMN.test(cell) &&
  (reading.ownIn(cell) !== null ||
    lineSerials(cell).length > 0 ||
    (!/\s/.test(cell) && (reading.leadsElsewhere(cell) || serialsOf(cell, reading).length === 1)))

/** A name beside the number of an issuer is no part of it, and is sent nowhere. */
function withoutNames(serials: string[]): string[] {
  const words = serials.length === 1 ? (serials[0]?.split(' ') ?? []) : []
  const [number, ...others] = words.filter(isWhole)
  const isNamed =
    words.length > 1 && words.every((word) => isWhole(word) || /^[A-Z]?[a-z]+(?:-[A-Z][a-z]+)*$/.test(word))
  return isNamed && number !== undefined && others.length === 0 ? [number] : serials
}

/** The serials of a cell: one of ours with words beside it, those that are nothing else, or what a text may hold. */
export function serialsOf(cell: string, reading: Reading): string[] {
  if (cell === '' || cell.length > LONGEST_CELL) return []
  const own = reading.ownIn(cell)
  if (own !== null) return [own.serial]
  const whole = reading.leadsElsewhere(cell) ? [] : withoutNames(lineSerials(cell))
  // `A and B` is written like one serial with spaces in it.
  const sure = whole.length === 1 && mayHoldOne(cell) ? sureSerials(cell, reading.origins) : []
  if (whole.length > 0) return sure.length > 1 ? sure : whole
  // A word alone may be a head.
  return serialsInText(cell, reading.origins).filter(
    (found) => (/\d/.test(found) || hasValidCheckCharacter(found)) && couldBeSerial(serialKey(found)),
  )
}

/** Whether a cell holds a serial of ours, or a link, or one word that may be somebody else's number, and nothing besides. */
export function isBare(cell: string, { ownIn, leadsElsewhere }: Reading): 'own' | 'number' | false {
  if (LINK.test(cell) && leadsElsewhere(cell)) return 'own'
  const own = ownIn(cell)
  if (own !== null) return (own.words === '' || LINK.test(cell)) && 'own'
  const isNumber = /^\d{5,}$/.test(cell) || (/\d/.test(cell) && !OTHER_COLUMN.test(cell) && isIssuerSerial(cell))
  return isNumber && 'number'
}
