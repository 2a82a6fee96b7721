import { REQUESTS_OF_ADDRESS, REQUESTS_OF_SENDER } from '@/lib/domain/watch/watch-limits'
import { workingPool } from '@/lib/store/database/database'
import { type SmtpSink, startSmtpSink } from '@/test/network/smtp-sink'
import { newAddress } from '@/test/verify-requests'
import type { Fault } from '../fault'
import { pause } from '../load'
import type { World } from '../world'

const PATIENCE_MS = 120_000

/** What strangers do with a form that anybody may type anybody's address into. */
export const floodWatches: Fault = {
  name: 'flood-watches',
  title: 'one address asked for by many networks, many addresses by one network, many by many, at once',
  async run(world, scale) {
    const sink = await startSmtpSink()
    world.undo(() => sink.close())
    const variables = { SMTP_URL: sink.url, MAIL_FROM: 'no-reply@faults.test', MAIL_PER_MINUTE: '10000' }
    const { origin } = await world.addService(variables)
    const serial = world.ledger.withdrawable[0]?.serial ?? ''
    const ask = (email: string, from: string, asked = serial) => askToWatch(origin, email, from, asked)
    world.load.start(4)
    const times = scale.times(150, 120)
    const [broken, notes]: [string[], string[]] = [[], []]
    const note = (what: string, got: number, most: number, answers: Map<string, number>) => {
      const said = [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')
      notes.push(`${what}: ${got} messages, at most ${most} (${said})`)
      if (got > most) broken.push(`${what}: ${got} messages, at most ${most}`)
    }

    const one = await tally(times, (nth) => ask(spelled(nth), newAddress()))
    await sent(sink)
    note('one inbox, by many networks', toInbox(sink, 'victim'), REQUESTS_OF_ADDRESS, one)
    if (toInbox(sink, 'victim') < REQUESTS_OF_ADDRESS) broken.push('one inbox got fewer than it may')

    const network = newAddress()
    const many = await tally(times, (nth) => ask(`many-${nth}@employer.example`, network))
    await sent(sink)
    note('many inboxes, by one network', toInbox(sink, 'many-'), REQUESTS_OF_SENDER, many)

    const before = sink.mails.length
    const unknown = await tally(times, (nth) => ask(`u-${nth}@employer.example`, newAddress(), '0123-4567-89AB-CDE4'))
    await sent(sink)
    note('an unknown serial', sink.mails.length - before, 0, unknown)

    const all = await tally(times, (nth) => ask(`all-${nth}@employer.example`, newAddress()))
    await sent(sink)
    note('many inboxes, by many networks', toInbox(sink, 'all-'), times, all)

    for (const [what, answers] of Object.entries({ one, unknown, all }))
      if (answers.size !== 1 || !answers.has('202 {"success":true}'))
        broken.push(`${what}: a stranger can tell requests apart: ${[...answers.keys()].join(', ')}`)
    const refused = world.load.answers.filter(({ status }) => status === 503).length
    notes.push(`${refused} of ${world.load.answers.length} other requests were 503`)
    return { times: 4, recoveries: [await world.recovered(performance.now())], broken, notes }
  },
}

/** One inbox in the ways in which it can be written. */
const spelled = (nth: number) => (nth % 2 === 0 ? `victim+${nth}@employer.example` : 'Victim@employer.example')

const toInbox = ({ mails }: SmtpSink, start: string) =>
  mails.filter(({ to }) => to[0]?.toLowerCase().startsWith(start)).length

/** All of them at once. @returns how often each answer came */
async function tally(times: number, ask: (nth: number) => Promise<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const answer of await Promise.all(Array.from({ length: times }, (_, nth) => ask(nth))))
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return counts
}

async function askToWatch(origin: World['service']['origin'], email: string, from: string, serial: string) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const body = JSON.stringify({ serials: [serial], email })
  const response = await fetch(`${origin}/api/public/watches`, { method: 'POST', headers, body })
  return `${response.status} ${await response.text()}`
}

/** Resolves once nothing waits in the queue. */
async function sent(sink: SmtpSink): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(50)) {
    const { rows } = await workingPool().query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM mail_messages GROUP BY state',
    )
    if (rows.every(({ state }) => state !== 'queued' && state !== 'sending')) return
  }
  throw new Error(`messages wait, ${sink.mails.length} arrived`)
}
