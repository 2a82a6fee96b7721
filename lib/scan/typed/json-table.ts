import { isSerialHead, plainHead } from '@/lib/domain/issue/read-serial-list'

/** Cheap to find: whether a text begins as a list, or an object, of JSON. */
const MAY_BE_JSON = /^(?:\[\s*["[{\d]|\{\s*")/
/** Between the words of a name that a program writes: `serialNumber`. */
const WORDS = /(?<=[a-z])(?=[A-Z])/g

/** So many columns are read, and the one with the serials: each object may name others, and every row has a cell for each. */
const MOST_HEADS = 100
/** Objects in an object are looked into this deep. */
const MOST_DEPTH = 4
/** An object about the one whom the certificate names: what stands beside it is another's name, if it is one. */
const PERSON =
  /^(?:recipient|holder|candidate|applicant|employee|person|student|learner|participant|credential subject|destinatari[oa]|titular|titulaire|empf[äa]nger(?:in)?|inhaber(?:in)?|persona|pessoa|personne|estudiante|estudante|[ée]tudiante?)$/i
const CERTIFICATE = /^(?:certificate|credential)$/i
/** `{"name": {"first": …, "last": …}}` */
const NAME = /^(?:full ?)?name$/i

/**
 * A list in JSON, or one object on each line, as the table that it stands for, in CSV: a row for each object, below the names of all that
 * they hold, also in objects about the person or the certificate; or a row for each text or list of texts.
 * @returns null for any other text, and for objects of which none holds anything that is called a serial
 */
export function jsonTable(given: string): string | null {
  const text = given.trim()
  const items = MAY_BE_JSON.test(text) ? itemsOf(text) : null
  if (items === null || items.length === 0) return null
  if (items.some(isObject)) return ofObjects(items)
  return items.every((item) => Array.isArray(item) || isScalar(item))
    ? written(items.map((item) => (Array.isArray(item) ? item : [item])))
    : null
}

/** What is no object stands whole where the serial should, so that nobody misses its row. */
function ofObjects(items: readonly unknown[]): string | null {
  const read = items.map((item) => (isObject(item) ? cellsOf(item) : item))
  const all = [...new Set(read.flatMap((cells) => (cells instanceof Map ? [...cells.keys()] : [])))]
  const heads = all.filter((head, at) => at < MOST_HEADS || isSerialHead(head)).slice(0, 2 * MOST_HEADS)
  const serial = heads.findIndex(isSerialHead)
  const rowOf = (cells: unknown) =>
    heads.map((head, at) => (cells instanceof Map ? cells.get(head) : at === serial ? textOf(cells) : ''))
  return serial === -1 ? null : written([heads, ...read.map(rowOf)])
}

/**
 * What an object holds, by the heads of its columns: first what is said of the person, which comes before what is called alike elsewhere;
 * else the one that stands less deep does. Of objects about others, such as an issuer, nothing: their names are none of the person's.
 */
function cellsOf(item: Record<string, unknown>): Map<string, unknown> {
  const [ofPerson, others] = [new Map<string, unknown>(), new Map<string, unknown>()]
  let level = [{ of: item, within: '', cells: others }]
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const deeper: typeof level = []
    for (const { of, within, cells } of level)
      for (const [key, value] of Object.entries(of)) {
        const head = headWithin(within, key.replace(WORDS, ' '))
        const isPerson = PERSON.test(plainHead(head))
        const isAbout = isPerson || CERTIFICATE.test(plainHead(head)) || NAME.test(plainHead(head))
        if (!isObject(value)) cells.set(head, cells.get(head) ?? value)
        else if (isAbout) deeper.push({ of: value, within: head, cells: isPerson ? ofPerson : cells })
      }
    level = deeper
  }
  // A number of the person, such as that of a passport, is no serial beside one.
  if ([...others.keys()].some(isSerialHead))
    for (const head of ofPerson.keys()) if (isSerialHead(head)) ofPerson.delete(head)
  return new Map([...ofPerson, ...[...others].filter(([head]) => !ofPerson.has(head))])
}

/** What stands in an object about the person or the certificate is called as if it stood beside it; a part of a name as a part. */
const headWithin = (within: string, head: string) => (NAME.test(plainHead(within)) ? `${head} ${within}` : head)

const textOf = (item: unknown) => (isScalar(item) ? item : '[…]')

function itemsOf(text: string): unknown[] | null {
  const whole = parsed(text)
  if (Array.isArray(whole)) return whole
  if (!isObject(whole)) return itemsOfLines(text)
  // A list is often the one thing in an object: `{"certificates": […]}`.
  const [list, ...others] = Object.values(whole).filter(Array.isArray)
  return others.length === 0 && list?.every(isObject) ? list : [whole]
}

/** @returns null where the first line is no JSON; a later one that is none is its text */
function itemsOfLines(text: string): unknown[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => parsed(line.replace(/,\s*$/, '')) ?? line)
  return isObject(items[0]) ? items : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** One line for each row, also where a text has several. */
const written = (rows: readonly (readonly unknown[])[]) =>
  rows.map((cells) => cells.map((cell) => (isScalar(cell) ? quoted(String(cell)) : '')).join(',')).join('\n')

const quoted = (cell: string) => `"${cell.replace(/\s+/g, ' ').replaceAll('"', '""')}"`
