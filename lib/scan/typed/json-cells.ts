import { isSerialHead, plainHead } from '@/lib/domain/issue/read-serial-list'

/** Between the words of a name that a program writes: `serialNumber`. */
const WORDS = /(?<=[a-z])(?=[A-Z])/g
/** Objects in an object are looked into this deep. */
const MOST_DEPTH = 4
/** An object about the one whom the certificate names: what stands beside it is another's name, if it is one. */
const PERSON =
  /^(?:recipient|holder|candidate|applicant|employee|person|student|learner|participant|credential subject|destinatari[oa]|titular|titulaire|empf[äa]nger(?:in)?|inhaber(?:in)?|persona|pessoa|personne|estudiante|estudante|[ée]tudiante?)$/i
const CERTIFICATE = /^(?:certificate|credential)$/i
/** `{"name": {"first": …, "last": …}}` */
const NAME = /^(?:full ?)?name$/i

/** What an object holds, by the heads of its columns. */
export type JsonCells = ReadonlyMap<string, unknown>

/** The name of a member as the head of a column. */
export const headOf = (key: string): string => key.replace(WORDS, ' ')

export const holdsSerial = (cells: JsonCells): boolean => [...cells.keys()].some(isSerialHead)

/**
 * What an object holds: first what is said of the person, which comes before what is called alike elsewhere;
 * else the one that stands less deep does. Of objects about others, such as an issuer, nothing: their names are none of the person's.
 */
export function cellsOf(item: Record<string, unknown>): JsonCells {
  const [ofPerson, others] = [new Map<string, unknown>(), new Map<string, unknown>()]
  let level = [{ of: item, within: '', cells: others }]
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const deeper: typeof level = []
    for (const { of, within, cells } of level)
      for (const [key, value] of Object.entries(of)) {
        const head = headWithin(within, headOf(key))
        if (!isJsonObject(value)) {
          cells.set(head, cells.get(head) ?? value)
          continue
        }
        const isPerson = PERSON.test(plainHead(head))
        if (isPerson || CERTIFICATE.test(plainHead(head)) || NAME.test(plainHead(head)))
          deeper.push({ of: value, within: head, cells: isPerson ? ofPerson : cells })
      }
    level = deeper
  }
  if (ofPerson.size === 0) return others
  // A number of the person, such as that of a passport, is no serial beside one.
  if ([...others.keys()].some(isSerialHead))
    for (const head of ofPerson.keys()) if (isSerialHead(head)) ofPerson.delete(head)
  return new Map([...ofPerson, ...[...others].filter(([head]) => !ofPerson.has(head))])
}

/** What stands in an object about the person or the certificate is called as if it stood beside it; a part of a name as a part. */
const headWithin = (within: string, head: string) =>
  within !== '' && NAME.test(plainHead(within)) ? `${head} ${within}` : head

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
