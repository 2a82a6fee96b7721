import { couldBeSerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { isSerialLike, MOST_LISTED, readSerialList } from '@/lib/domain/issue/read-serial-list'
import { listInLine } from './list-in-line'
import { serialsInText, sureSerials } from './read-typed-text'
import { wordsOfSavedMail } from './saved-mail'
import { serialsInParts } from './serials-in-parts'
import { speltLines } from './spelt-out'
import { holdsApiKey, withoutApiKeys } from './without-api-keys'

/** As much as is read of a form, in characters: a table of more rows than may be asked for at a time, or a long mail. */
export const LONGEST_LIST = 30_000

/** A line that ends within a serial. */
const BROKEN = /-[ \t]{0,4}\r?\n[ \t]{0,4}(?=[0-9A-Za-z])/g

/**
 * The serials of a list, a table or any other text: of a table the column whose head is `serial`, else the first one
 * where it holds serials, and what can only be a serial of ours in any other column; of any other text, and of a saved mail, what
 * `readTypedText` finds. A cell of a list that holds no serial stays as it is, so that nobody misses its row.
 * @param given in which API keys are passed over
 * @param origins of this service, the present one first
 * @param most that are wanted: nothing is read once there is one more
 * @returns each once by the matching rule
 */
export function readSerials(given: string, origins: readonly [string, ...string[]], most = MOST_LISTED): string[] {
  const text = withoutApiKeys(given)
  const mail = wordsOfSavedMail(text)
  if (mail !== null) return serialsInParts(mail, origins, most)
  const spelt = speltLines(text)
  if (spelt !== null) return [...new Set(spelt)]
  const whole = text.replace(BROKEN, '-')
  const inLine = listInLine(whole)
  const { serials: cells, headed } = inLine ? { serials: inLine, headed: false } : readSerialList(whole)
  const plain = cells.filter(isSerialLike)
  const isText = !headed && (cells.length === 0 || 2 * plain.length < cells.length)
  const found = isText ? serialsInParts(text, origins, most) : []
  if (found.length > 0) return found
  // To read the one cell of a text once more would only take as long again.
  if (isText && cells.length === 1) return cells.filter((cell) => !holdsApiKey(cell))
  const serials = new Map<string, string>()
  const add = (serial: string) => {
    const key = serialKey(serial)
    if (!serials.has(key)) serials.set(key, serial)
  }
  for (const cell of cells) if (serials.size <= most) inCell(cell, origins).forEach(add)
  // Without a head nobody said that one column counts alone: `A, B and C`, or two on each line.
  if (!headed && serials.size <= most) serialsInParts(text, origins, most, sureSerials).forEach(add)
  return [...serials.values()]
}

/** The same of several texts, such as a file and what was pasted beside it, in their order. */
export function readAllSerials(
  texts: readonly string[],
  origins: readonly [string, ...string[]],
  most = MOST_LISTED,
): string[] {
  const serials = new Map<string, string>()
  for (const serial of texts.flatMap((text) => readSerials(text, origins, most))) {
    const key = serialKey(serial)
    if (!serials.has(key)) serials.set(key, serial)
  }
  return [...serials.values()]
}

function inCell(cell: string, origins: readonly [string, ...string[]]): string[] {
  const isSecret = holdsApiKey(cell)
  const found = serialsInText(cell, origins)
  const isOne = !isSecret && couldBeSerial(serialKey(cell)) && !/[\s:]/.test(cell)
  const isNamed = found.some((serial) => hasValidCheckCharacter(serial) && serialKey(serial) !== serialKey(cell))
  if (isOne && !isNamed) return [cell]
  return found.length > 0 || isSecret ? found : [cell]
}
