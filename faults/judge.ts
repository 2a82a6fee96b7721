import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { examineService } from '@/lib/service/doctor/examine-service'
import { describeLog, describeLogKeys } from '@/lib/service/log/describe-log'
import { workingPool } from '@/lib/store/database/database'
import { logStore } from '@/lib/store/log/open-log-store'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { newAddress } from '@/test/verify-requests'
import { countWaitingLeaves } from './count-waiting-leaves'
import { compareCounts, countStatuses, unspecifiedAnswers, wrongAnswers } from './judge-answers'
import { operation } from './operations'
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
  /** Certificates of which only a part is there, and what the doctor and a reader of the public log find. */
  partial: string[]
}

/**
 * Holds a world against its ledger once the fault is over and the load has stopped: asks for every certificate and
 * receipt once more, and compares the counts.
 * @param cuts whether requests may have ended without an answer
 */
export async function judge(world: World, cuts: boolean): Promise<Judged> {
  const lost = await askForAll(world)
  const { answers } = world.load
  const counts = compareCounts(world.ledger, answers, await readCounts())
  return {
    byStatus: countStatuses(answers),
    wrong: wrongAnswers(world.ledger, answers),
    unspecified: unspecifiedAnswers(answers, cuts),
    lost: [...lost, ...counts.lost],
    overCounted: counts.overCounted,
    partial: [...(await findPartial()), ...(await askDoctor(world)), ...(await readLog())],
  }
}

/** Every certificate is asked for once more: the fault is over, so that each is answered, with the end of its story. */
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

async function readCounts(): Promise<Map<string, number>> {
  const { rows } = await workingPool().query<{ id: string; checks: number }>(
    'SELECT certificate_id AS id, sum(checks)::float8 AS checks FROM certificate_checks GROUP BY certificate_id',
  )
  return new Map(rows.map(({ id, checks }) => [id, checks]))
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

/** The public log as anybody reads it is whole, and nothing waits to be in it. */
async function readLog(): Promise<string[]> {
  await sequenceHere()
  const policy = parsePolicy(Buffer.from((await describeLogKeys()).policy))
  const { faults } = await verifyLog(await logStore(), policy, Math.floor(Date.now() / 1000))
  const [{ state }, left] = [await describeLog(), await countWaitingLeaves()]
  return [
    ...faults.map(({ code }) => `the public log: ${code}`),
    ...(state.stopped === null ? [] : [`the public log is stopped: ${state.stopped}`]),
    ...(left === 0 ? [] : [`${left} leaves are not in the public log`]),
  ]
}
