import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { MAIL_LINES } from '@/lib/service/mail/mail-line'
import { workingPool } from '@/lib/store/database/database'
import { recoverMail } from '@/lib/store/mail/mail-keeping'
import { type SmtpSink, startSmtpSink } from '@/test/network/smtp-sink'
import { makeWatchers } from '@/test/watch/make-watchers'
import type { Fault } from '../fault'
import { pause } from '../load'
import { nextRow } from '../seed-world'
import type { ServiceProcess } from '../service-process'
import type { World } from '../world'

const ISSUER = 'watched'
/** Longer than a turn of the queue, the longest pause after a mail server that was away, and the sending of all. */
const PATIENCE_MS = 240_000

/** Someone who is told, and what tells them. */
interface Scene {
  world: World
  sink: SmtpSink
  service: ServiceProcess
  watchers: string[]
}

/** Something that goes wrong while everybody is told; resolves once it is over. */
type Trouble = (scene: Scene) => Promise<void>

/** In the middle of queueing: some of the messages are there, in transactions of five hundred, and the others are not. */
const killInQueueing: Trouble = async ({ service }) => {
  await until(async () => (await countMail()).waiting > 0)
  await service.end('SIGKILL')
}

/** A message is claimed and its server has been told for whom it is; its text is not out. */
const killBeforeText: Trouble = (scene) => killAt(scene, 'atRecipient')

/** The mail server has the text, and nobody heard its answer. */
const killAfterText: Trouble = (scene) => killAt(scene, 'atText')

function killAt({ sink, service, watchers }: Scene, point: 'atRecipient' | 'atText'): Promise<void> {
  return new Promise((resolve) => {
    let left = Math.floor(watchers.length / 3)
    sink[point] = () => {
      if ((left -= 1) === 0) resolve(service.end('SIGKILL').then(() => undefined))
      return 'accept'
    }
  })
}

const stopDatabase: Trouble = async ({ world, sink, watchers }) => {
  const before = sink.mails.length
  await until(async () => (await countMail()).waiting > 0)
  await until(() => Promise.resolve(sink.mails.length > before + watchers.length / 4))
  await world.postgres.stop('SIGQUIT')
  await pause(500)
  await world.postgres.start()
}

const loseMailServer: Trouble = async ({ sink, watchers }) => {
  sink.atRecipient = () => 'drop'
  const lines = sink.connections
  await until(async () => (await countMail()).waiting === watchers.length)
  await until(() => Promise.resolve(sink.connections > lines + 1))
}

const TROUBLES: Record<string, Trouble> = {
  'the process killed in the middle of queueing': killInQueueing,
  'killed before a text went out': killBeforeText,
  'killed after one did': killAfterText,
  'the database stopped while messages go out': stopDatabase,
  'the mail server cuts every line': loseMailServer,
}

/** Everybody who watches an issuer's certificates is told of each of its suspensions once, whatever dies meanwhile. */
export const tellWatchers: Fault = {
  name: 'tell-watchers',
  cuts: true,
  title: 'killed, without a database, without a mail server, while everybody is told of a suspension',
  async run(world, scale) {
    const sink = await startSmtpSink()
    world.undo(() => sink.close())
    const watchers = await makeWatchers(await issueWatched(), scale.times(1200, 60))
    const variables = { SMTP_URL: sink.url, MAIL_FROM: 'no-reply@faults.test', MAIL_PER_MINUTE: '10000' }
    const service = await world.addService(variables)
    world.load.start(2)
    const scene = { world, sink, service, watchers }
    const [broken, notes]: [string[], string[]] = [[], []]
    let standing: 'good' | 'suspended' = 'good'
    for (const [name, trouble] of Object.entries(TROUBLES)) {
      standing = standing === 'good' ? 'suspended' : 'good'
      const came = await tellAll(scene, trouble, standing)
      notes.push(`${name}: ${came.note}`)
      broken.push(...came.broken.map((what) => `${name}: ${what}`))
    }
    return { times: Object.keys(TROUBLES).length, recoveries: [], broken, notes }
  },
}

async function issueWatched(): Promise<string[]> {
  const { id } = await addIssuer({ name: 'Institute watched', slug: ISSUER, domain: `${ISSUER}.example` })
  await verifyIssuerDomain(ISSUER, 'Seen by the fault suite.')
  const rows = Array.from({ length: 10 }, () => nextRow())
  return (await issueCertificates(id, rows, 'faults')).map(({ serial }) => serial)
}

/** One change, one trouble, and what each watcher got. */
async function tellAll(scene: Scene, trouble: Trouble, standing: 'good' | 'suspended') {
  const { sink, service, watchers } = scene
  const [mailsBefore, unknownBefore] = [sink.mails.length, (await countMail()).unknown]
  const troubled = trouble(scene)
  await setIssuerStanding(ISSUER, standing, 'faults')
  await troubled
  sink.atRecipient = sink.atText = () => 'accept'
  // What a process left behind is taken up after ten minutes. Here that is now, while no process runs that could hold it.
  await service.end('SIGTERM')
  await recoverMail(0)
  const began = performance.now()
  await service.start()
  await until(async () => (await countDue()) === 0 && (await countMail()).waiting === 0)
  const got = new Map(watchers.map((email) => [email, 0]))
  for (const { to } of sink.mails.slice(mailsBefore)) got.set(to[0] ?? '', (got.get(to[0] ?? '') ?? 0) + 1)
  const unknown = (await countMail()).unknown - unknownBefore
  const [none, twice] = [(n: number) => n === 0, (n: number) => n > 1].map(
    (is) => [...got.values()].filter((times) => is(times)).length,
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  return {
    note: `${got.size - (none ?? 0)} of ${watchers.length} told, ${twice} twice, ${unknown} left to the operator, in ${seconds} s`,
    broken: [
      ...(twice ? [`${twice} were told twice`] : []),
      ...((none ?? 0) > unknown ? [`${none} were told nothing, and of ${unknown} nobody knows`] : []),
      ...(unknown > MAIL_LINES ? [`of ${unknown} messages nobody knows, and ${MAIL_LINES} were in hand`] : []),
      ...(got.size > watchers.length ? ['somebody was told who watches nothing'] : []),
    ],
  }
}

/** Messages that wait or are in hand, and those of which nobody knows whether they arrived. */
async function countMail(): Promise<{ waiting: number; unknown: number }> {
  const { rows } = await workingPool().query<{ waiting: number; unknown: number }>(
    `SELECT count(*) FILTER (WHERE state IN ('queued', 'sending'))::int AS waiting,
       count(*) FILTER (WHERE state = 'unknown')::int AS unknown FROM mail_messages`,
  )
  return rows[0] ?? { waiting: 0, unknown: 0 }
}

async function countDue(): Promise<number> {
  const due = 'SELECT count(*)::int AS due FROM watches WHERE look_at <= clock_timestamp()'
  return (await workingPool().query<{ due: number }>(due)).rows[0]?.due ?? 0
}

/** Looks until something is so; while the database is away nothing is. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(20))
    if (await isSo().catch(() => false)) return
  throw new Error('what has to come of a change does not come')
}
