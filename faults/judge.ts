import { examineService } from '@/lib/service/examine-service'
import { workingPool } from '@/lib/store/database'
import { newAddress } from '@/test/verify-requests'
import type { Answer } from './answer'
import { allowedVerdicts, type Known } from './ledger'
import { operation, OPERATIONS } from './operations'
import type { World } from './world'

/** What the judge counted after a fault; all but `byStatus` and `acknowledged` must be nothing. */
export interface Judged {
  byStatus: Map<string, number>
  /** Answers that said of a certificate what was not so. */
  wrong: string[]
  /** Answers that are not as specified. */
  unspecified: string[]
  /** Acknowledged certificates, withdrawals, receipts and checks that are not there. */
  lost: string[]
  /** Checks counted beyond those that were answered, and those that nobody can know of. */
  overCounted: string[]
  /** Certificates of which only a part is there, and what the doctor finds. */
  partial: string[]
}

const COUNTED = new Set(OPERATIONS.filter(({ counted }) => counted).map(({ name }) => name))

/**
 * Holds a world against its ledger once the fault is over and the load has stopped: asks for every certificate and
 * receipt once more, and compares the counts.
 * @param cuts whether requests may have ended without an answer
 */
export async function judge(world: World, cuts: boolean): Promise<Judged> {
  const lost = await askForAll(world)
  const { answers } = world.load
  return {
    byStatus: countStatuses(answers),
    wrong: answers.flatMap((answer) => wrongAnswer(world, answer)),
    unspecified: answers.flatMap((answer) => unspecifiedAnswer(answer, cuts)),
    ...(await judgeCounts(world, lost)),
    partial: [...(await findPartial()), ...(await askDoctor(world))],
  }
}

function countStatuses(answers: readonly Answer[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status, missing } of answers) {
    const word = missing ?? String(status)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function wrongAnswer({ ledger }: World, { serial, verdict, sentAt, doneAt, operation }: Answer): string[] {
  const known = ledger.known.get(serial)
  if (verdict === null || !known) return []
  if (allowedVerdicts(known, sentAt, doneAt).includes(verdict)) return []
  return [`${operation} of ${serial}: ${verdict} instead of ${known.withdrawal ? 'withdrawn' : known.expected}`]
}

function unspecifiedAnswer({ operation, unspecified, missing }: Answer, cuts: boolean): string[] {
  if (unspecified !== null) return [`${operation}: ${unspecified}`]
  return missing !== null && !cuts ? [`${operation}: no answer (${missing})`] : []
}

/** Every certificate is asked for until it is answered; what is answered then must be the end of its story. */
async function askForAll({ ledger, load, origins }: World): Promise<string[]> {
  const lost: string[] = []
  for (const known of ledger.all) {
    const { status, verdict } = await load.ask(operation('verify'), known)
    const must = known.withdrawal?.done ? 'withdrawn' : known.expected
    const may = known.withdrawal && !known.withdrawal.done ? ['withdrawn', known.expected] : [must]
    if (verdict === null || !may.includes(verdict))
      lost.push(`${known.serial} is ${verdict ?? status}, and was acknowledged as ${must}`)
  }
  for (const id of ledger.receipts) {
    const from = { headers: { 'x-forwarded-for': newAddress() } }
    const response = await fetch(`${origins()[0] ?? ''}/api/public/receipts/${id}`, from)
    await response.arrayBuffer()
    if (response.status !== 200) lost.push(`the receipt ${id} is ${response.status}`)
  }
  return lost
}

async function judgeCounts({ ledger, load }: World, lost: string[]): Promise<Pick<Judged, 'lost' | 'overCounted'>> {
  const { rows } = await workingPool().query<{ id: string; checks: number }>(
    'SELECT certificate_id AS id, sum(checks)::float8 AS checks FROM certificate_checks GROUP BY certificate_id',
  )
  const counted = new Map(rows.map(({ id, checks }) => [id, checks]))
  const asked = new Map<string, { answered: number; unknown: number }>()
  for (const { operation, serial, status, missing } of load.answers) {
    if (!COUNTED.has(operation)) continue
    const sum = asked.get(serial) ?? { answered: 0, unknown: 0 }
    asked.set(serial, sum)
    if (status === 200) sum.answered += 1
    else if (status === 503 || missing === 'cut') sum.unknown += 1
  }
  const overCounted: string[] = []
  for (const { id, serial } of ledger.all.filter((known): known is Known & { id: string } => known.id !== null)) {
    const { answered, unknown } = asked.get(serial) ?? { answered: 0, unknown: 0 }
    const checks = counted.get(id) ?? 0
    if (checks < answered) lost.push(`${answered - checks} answered checks of ${serial}`)
    if (checks > answered + unknown) overCounted.push(`${checks - answered - unknown} of ${serial}`)
  }
  return { lost, overCounted }
}

/** A certificate is whole with its signed forms, its event and its PDF. */
async function findPartial(): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    `SELECT serial FROM certificates c
     WHERE NOT EXISTS (SELECT FROM signed_forms f WHERE f.certificate_id = c.id)
       OR NOT EXISTS (SELECT FROM events e WHERE e.certificate_id = c.id)
       OR NOT EXISTS (SELECT FROM artifacts a WHERE a.certificate_id = c.id AND a.type = 'pdf')`,
  )
  return rows.map(({ serial }) => `${serial} is not whole`)
}

/** The doctor must find nothing but the certificates that were edited on purpose. */
async function askDoctor({ ledger }: World): Promise<string[]> {
  const edited = ledger.all.filter(({ expected }) => expected === 'invalid').map(({ serial }) => serial)
  return (await examineService())
    .filter(({ result }) => result === 'bad')
    .map(({ message }) => edited.reduce((text, serial) => text.replace(serial, ''), message))
    .filter((message) => !/^Certificates that fail their check: [, ]*\.$/.test(message))
    .map((message) => `the doctor: ${message}`)
}
