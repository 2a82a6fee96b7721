import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { changeRole } from '@/lib/service/desk/change-people'
import { findOwnersNews } from '@/lib/service/desk/recent-activity'
import { rekey } from '@/lib/service/keys/rekey'
import { sendReport } from '@/lib/service/reports/send-report'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { forgetExpired } from '@/lib/store/records/expired-data'
import { recoverDeliveries } from '@/lib/store/webhooks/delivery-queue'
import { PATIENCE_MS } from '@/test/badges/badge-network-scene'
import { changeRows } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson, settle } from '@/test/desk/desk'
import { testProgram } from '@/test/test-program'
import { WebhookReceiver } from '@/test/webhooks/webhook-receiver'
import { announceReports } from './announce-reports'
import {
  confirmOwnWebhook,
  createOwnWebhook,
  getOwnWebhook,
  pauseOwnWebhook,
  removeOwnWebhook,
  replayOwnDelivery,
  testOwnWebhook,
} from './own-webhooks'
import { setWebhookDoor } from './webhook-door'
import { deliverDue, startWebhookWorker } from './webhook-worker'

const database = useServiceDatabase({ KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })

const KINDS = ['certificate.issued', 'certificate.corrected', 'certificate.withdrawn', 'report.received']

let receiver: WebhookReceiver
let issuer: StoredIssuer
let owner: MintedPerson

beforeEach(async () => {
  await database.asOwner('DELETE FROM webhook_deliveries')
  receiver = await WebhookReceiver.start()
  setWebhookDoor(receiver.door)
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})
afterEach(() => receiver.close())

async function listening(kinds = KINDS) {
  const made = await createOwnWebhook(owner.member, { url: receiver.url, kinds })
  expect(await confirmOwnWebhook(owner.member, made.id)).toBe('echoed')
  return made
}

const rows = async (id: string) => (await getOwnWebhook(owner.member, id)).deliveries
const stateOf = async (id: string) => (await getOwnWebhook(owner.member, id)).webhook.state
const makeDue = () => workingPool().query("UPDATE webhook_deliveries SET next_attempt_at = 'epoch'")
const endRest = () => workingPool().query('UPDATE webhooks SET retry_at = NULL')

describe('a webhook', () => {
  it('is told in signed messages what happens to which serial, without a name', async () => {
    const { id, secret } = await listening()
    const serial = await issueOne(issuer, { fullName: 'Zerafina Quell' })
    const { certificate } = await correctCertificate(
      serial,
      { fullName: 'Zerafina Quill' },
      { reason: 'Misspelled', actor: 'operator' },
    )
    await withdrawCertificate(certificate.serial, { reason: 'Test', publicReason: null, actor: 'operator' })
    await sendReport({ kind: 'forgery', serial: certificate.serial, message: 'Zerafina never was here', email: '' })
    await announceReports()
    await announceReports()
    await deliverDue()
    const told = receiver.verified(secret).slice(1)
    const page = (one: string) => ({ serial: one, verification_url: `https://verify.test/verify/${one}` })
    expect(told.map(({ type, data }) => [type, data])).toEqual(
      expect.arrayContaining([
        ['certificate.issued', page(serial)],
        ['certificate.corrected', { ...page(certificate.serial), replaced_serial: serial }],
        ['certificate.withdrawn', page(certificate.serial)],
        ['report.received', { serial: certificate.serial, kind: 'forgery' }],
      ]),
    )
    expect(told).toHaveLength(4)
    expect(JSON.stringify(receiver.received)).not.toMatch(/Zerafina|Quell|Quill/)
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual(
      Array.from({ length: 4 }, () => ['delivered', '204']),
    )
  })

  it('is told the address of the service, whatever BASE_URL the command had that withdrew', async () => {
    const { secret } = await listening(['certificate.withdrawn'])
    const serial = await issueOne(issuer)
    const before = env()
    setEnv({ ...before, BASE_URL: 'http://localhost:3000' })
    await withdrawCertificate(serial, { reason: 'Test', publicReason: null, actor: 'operator' })
    setEnv(before)
    await deliverDue()
    const expected = { serial, verification_url: `https://verify.test/verify/${serial}` }
    expect(receiver.verified(secret).at(-1)?.data).toEqual(expected)
  })

  it('is told nothing that it was not asked for, that is another issuer’s, or that was rolled back', async () => {
    const { id } = await listening(['certificate.withdrawn'])
    await issueOne(issuer)
    const serial = await issueOne(await mintIssuer())
    await withdrawCertificate(serial, { reason: 'Test', publicReason: null, actor: 'operator' })
    const twice = { reason: 'Test', publicReason: null, actor: 'operator' }
    await expect(withdrawCertificate(serial, twice)).rejects.toMatchObject({ code: 'malformed' })
    expect(await rows(id)).toEqual([])
  })

  it('keeps its secret from whoever reads the database, also under a new key', async () => {
    const { id, secret } = await listening()
    const stored = async () => {
      const { rows: found } = await workingPool().query<{ secret: string }>('SELECT * FROM webhooks WHERE id = $1', [
        id,
      ])
      return found[0]?.secret ?? ''
    }
    const before = await stored()
    expect(before).not.toContain(secret.slice(6, 20))
    await rekey(requireKeyEncryptionKey(), requireKeyEncryptionKey())
    expect(await stored()).not.toBe(before)
    await testOwnWebhook(owner.member, id)
    expect(receiver.verified(secret).at(-1)?.type).toBe('webhook.test')
  })
})

describe('an address', () => {
  it.each([
    ['another value', 'wrong', '{"challenge":"x"}'],
    ['what is no JSON', 'wrong', 'ok'],
    ['far too much', 'wrong', 'x'.repeat(100_000)],
  ])('that answers the challenge with %s is told nothing', async (_what, result, text) => {
    receiver.say = (_message, answer) => answer.end(text)
    const { id } = await createOwnWebhook(owner.member, { url: receiver.url, kinds: KINDS })
    expect(await confirmOwnWebhook(owner.member, id)).toBe(result)
    await issueOne(issuer)
    expect([await stateOf(id), await rows(id)]).toEqual(['unconfirmed', []])
  })

  it.each([
    'http://hooks.example/',
    'https://hooks.example:8443/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://a:b@hooks.example/',
    'https://verify.test/verify',
    '',
  ])('%j is refused', async (url) => {
    await expect(createOwnWebhook(owner.member, { url, kinds: KINDS })).rejects.toMatchObject({ code: 'malformed' })
  })

  it('is judged again at each delivery: one that has become private gets nothing', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    receiver.addresses = ['127.0.0.1', '10.0.0.1']
    await deliverDue()
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['queued', 'blocked']])
    expect(receiver.received).toHaveLength(1)
  })

  it('that takes a message and never answers keeps nobody from issuing', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    let answer: Parameters<typeof receiver.say>[1] | undefined
    const asked = new Promise<void>((resolve) => {
      receiver.say = (_message, open) => {
        answer = open
        resolve()
      }
    })
    const delivering = deliverDue()
    await asked
    expect(await issueOne(issuer)).toMatch(/^\w/)
    expect((await rows(id)).map(({ state }) => state).sort()).toEqual(['queued', 'sending'])
    receiver.say = (_message, open) => open.writeHead(204).end()
    answer?.writeHead(204).end()
    await delivering
    await deliverDue()
    expect((await rows(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('that always has more to be told keeps nobody from being told of reports', async () => {
    await listening()
    const stop = startWebhookWorker()
    for (let count = 0; count < 5; count++) await issueOne(issuer)
    await new Promise<void>((told) => {
      let reported: Promise<unknown> | undefined
      receiver.say = ({ body }, answer) => {
        if (body.type === 'report.received') told()
        reported ??= issueOne(issuer).then((serial) =>
          sendReport({ kind: 'forgery', serial, message: 'Not ours', email: '' }),
        )
        void reported.then(() => issueOne(issuer)).then(() => answer.writeHead(204).end())
      }
    })
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    await stop()
  })

  it('is told of everything else while nobody can be told of reports', async () => {
    await listening()
    const serial = await issueOne(issuer)
    await sendReport({ kind: 'forgery', serial, message: 'Not ours', email: '' })
    await database.asOwner(`CREATE FUNCTION public.refuse_telling() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no report is told'; END $$;
      CREATE TRIGGER refuse_telling BEFORE UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION public.refuse_telling()`)
    const told = new Promise<unknown>((resolve) => {
      receiver.say = ({ body }, answer) => {
        answer.writeHead(204).end()
        resolve(body.type)
      }
    })
    const stop = startWebhookWorker()
    expect(await told).toBe('certificate.issued')
    await stop()
    await database.asOwner('DROP TRIGGER refuse_telling ON reports; DROP FUNCTION public.refuse_telling')
  })

  it('of an issuer has three messages under way, whatever number of addresses it names', async () => {
    for (let count = 0; count < 3; count++) await listening()
    await issueOne(issuer)
    const open: Parameters<typeof receiver.say>[1][] = []
    const three = new Promise<void>((resolve) => {
      receiver.say = (_message, answer) => {
        open.push(answer)
        if (open.length === 3) resolve()
      }
    })
    await issueOne(issuer)
    const delivering = deliverDue()
    await three
    const { rows: sending } = await workingPool().query("SELECT 1 FROM webhook_deliveries WHERE state = 'sending'")
    expect(sending).toHaveLength(3)
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    for (const answer of open) answer.writeHead(204).end()
    await delivering
  })

  it.each<[string, string, number, Record<string, string>]>([
    ['307', 'redirects', 307, { location: 'https://elsewhere.example/' }],
    ['301', 'redirects to this machine', 301, { location: 'https://127.0.0.1/' }],
    ['302', 'redirects to the metadata of a cloud', 302, { location: 'http://169.254.169.254/latest/meta-data/' }],
    ['429', 'wants to be asked in three hundred years', 429, { 'retry-after': '9999999999' }],
    ['429', 'wants to be asked before it was', 429, { 'retry-after': '-1' }],
    ['503', 'names a day that is over', 503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['600', 'answers with a status that is none', 600, {}],
  ])(
    'that answers %s, and %s, has not taken a message, and is asked again by our clock',
    async (result, _what, status, headers) => {
      const { id } = await listening()
      await issueOne(issuer)
      receiver.say = (_message, answer) => answer.writeHead(status, headers).end()
      await deliverDue()
      expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['queued', result]])
      expect(receiver.received).toHaveLength(2)
      const { rows: due } = await workingPool().query(
        "SELECT 1 FROM webhook_deliveries WHERE next_attempt_at BETWEEN claimed_at AND clock_timestamp() + interval '5 s'",
      )
      expect(due).toHaveLength(1)
    },
  )

  it('that answers and never ends has taken what its status says', async () => {
    receiver.say = ({ body }, answer) => answer.write(JSON.stringify({ challenge: body.data.challenge }))
    const { id } = await listening()
    await issueOne(issuer)
    receiver.say = (_message, answer) => answer.writeHead(200).write('still working')
    await deliverDue()
    await makeDue()
    await deliverDue()
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['delivered', '200']])
    expect(receiver.received).toHaveLength(2)
  })

  it('that never answers keeps three requests of its owners waiting, and no more', async () => {
    setWebhookDoor({ ...receiver.door, milliseconds: PATIENCE_MS })
    const { id } = await listening()
    const { id: another } = await createOwnWebhook(owner.member, { url: receiver.url, kinds: KINDS })
    const open: Parameters<typeof receiver.say>[1][] = []
    const three = new Promise<void>((resolve) => {
      receiver.say = (_message, answer) => {
        if (open.push(answer) === 3) resolve()
      }
    })
    const waiting = [1, 2, 3].map(() => testOwnWebhook(owner.member, id))
    await three
    await testOwnWebhook(owner.member, id)
    expect(await confirmOwnWebhook(owner.member, another)).toBe('limited')
    expect((await rows(id)).map(({ state }) => state).sort()).toEqual(['queued', 'sending', 'sending', 'sending'])
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    for (const answer of open) answer.writeHead(204).end()
    await Promise.all(waiting)
    await deliverDue()
    expect((await rows(id)).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'delivered'))
  })

  it('that answers slowly holds up no other issuer’s, whatever number of issuers have such', async () => {
    setWebhookDoor({ ...receiver.door, milliseconds: PATIENCE_MS })
    for (let count = 0; count < 3; count++) {
      if (count > 0) issuer = await mintIssuer()
      owner = await mintPerson(issuer, 'owner')
      await listening()
      await listening()
      await issueOne(issuer)
      await issueOne(issuer)
    }
    const quick = await mintIssuer()
    owner = await mintPerson(quick, 'owner')
    await listening()
    const open: Parameters<typeof receiver.say>[1][] = []
    const slow = new Promise<void>((resolve) => {
      receiver.say = (_message, answer) => {
        if (open.push(answer) === 8) resolve()
      }
    })
    const stop = startWebhookWorker()
    await slow
    const serial = await issueOne(quick)
    await new Promise<void>((resolve) => {
      receiver.say = ({ body }, answer) => {
        open.push(answer)
        if (body.data.serial === serial) resolve()
      }
    })
    expect(open.some(({ destroyed }) => destroyed)).toBe(false)
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    for (const answer of open) answer.writeHead(204).end()
    await stop()
  })
})

describe('what does not arrive', () => {
  it('is tried again with growing pauses for a day, with the same id, and at last has failed', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    receiver.say = (_message, answer) => answer.writeHead(503).end()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      await deliverDue()
      const { rows: found } = await workingPool().query<{ pause: number }>(
        `SELECT round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS pause FROM webhook_deliveries`,
      )
      pauses.push(found[0]?.pause ?? 0)
      await makeDue()
      await endRest()
    }
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3600).toBeCloseTo(23.6, 0)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    await deliverDue()
    const [delivery] = await rows(id)
    expect(delivery).toMatchObject({ state: 'failed', attempts: 9, lastResult: '503' })
    expect(new Set(receiver.received.slice(1).map((one) => one.id))).toEqual(new Set([delivery?.id]))
    receiver.say = (_message, answer) => answer.writeHead(200).end()
    const again = { delivery: delivery?.id ?? '', finished: delivery?.finishedAt?.toISOString() ?? '' }
    await replayOwnDelivery(owner.member, id, again)
    await replayOwnDelivery(owner.member, id, again)
    expect(receiver.received).toHaveLength(11)
    expect(receiver.received.at(-1)?.id).toBe(delivery?.id)
    expect((await rows(id))[0]).toMatchObject({ state: 'delivered', lastResult: '200' })
  })

  it('is counted once it is tried no more, also among messages that arrive, until it was sent again', async () => {
    const { id } = await listening()
    for (let index = 0; index < 3; index++) await issueOne(issuer)
    await database.asOwner('UPDATE webhook_deliveries SET attempts = 8')
    const [refused] = await rows(id)
    receiver.say = (message, answer) => answer.writeHead(message.id === refused?.id ? 500 : 204).end()
    await deliverDue()
    await endRest()
    await deliverDue()
    const shown = await getOwnWebhook(owner.member, id, { lost: true })
    expect([shown.webhook.lost, shown.deliveries.map((one) => one.id)]).toEqual([1, [refused?.id]])
    expect(await findOwnersNews(owner.member)).toMatchObject({ lostMessages: 1 })
    expect(await findOwnersNews((await mintPerson(await mintIssuer(), 'owner')).member)).toMatchObject({
      lostMessages: 0,
    })
    await workingPool().query("UPDATE webhook_deliveries SET finished_at = clock_timestamp() - interval '8 days'")
    expect(await findOwnersNews(owner.member)).toMatchObject({ lostMessages: 0 })
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    const finished = (await rows(id)).find((one) => one.id === refused?.id)?.finishedAt?.toISOString() ?? ''
    await replayOwnDelivery(owner.member, id, { delivery: refused?.id ?? '', finished })
    expect((await getOwnWebhook(owner.member, id)).webhook.lost).toBe(0)
  })

  it('is given up at last where a fault of ours keeps it back', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    await changeRows('webhook_deliveries', 'webhook_id = $1', id, () => ({ data: 'no JSON' }))
    await database.asOwner('UPDATE webhook_deliveries SET attempts = 8')
    await deliverDue()
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['failed', 'fault']])
  })

  it('is given up at once where somebody else wrote to it', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    await workingPool().query(`UPDATE webhook_deliveries SET data = '{"serial":"X"}'`)
    await deliverDue()
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['failed', 'not_sent']])
  })

  it('waits in a process that goes on under the key of before `certs rekey`', async () => {
    const { id, secret } = await listening()
    const serial = await issueOne(issuer)
    await sendReport({ kind: 'forgery', serial, message: 'x', email: '' })
    const [before, old, next] = [env(), requireKeyEncryptionKey(), randomBytes(32)]
    await rekey(old, next)
    await expect(announceReports()).rejects.toMatchObject({ code: 'unavailable' })
    await deliverDue()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: next.toString('base64') })
    expect((await rows(id)).map(({ state, lastResult }) => [state, lastResult])).toEqual([['queued', 'fault']])
    await makeDue()
    await announceReports()
    await deliverDue()
    expect(
      receiver
        .verified(secret)
        .map(({ type }) => type)
        .slice(1)
        .sort(),
    ).toEqual(['certificate.issued', 'report.received'])
    await rekey(next, old)
    setEnv(before)
  })

  it('leaves an address in peace for a while that is down, whatever waits for it', async () => {
    await listening()
    for (let index = 0; index < 5; index++) await issueOne(issuer)
    receiver.say = (_message, answer) => answer.destroy()
    await deliverDue()
    // Two at once, and none in the place of one that failed.
    expect(receiver.received.length - 1).toBeLessThanOrEqual(2)
  })

  it('for three days has the webhook given up, and the owners told', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    receiver.say = (_message, answer) => answer.writeHead(500).end()
    await deliverDue()
    expect(await stateOf(id)).toBe('active')
    await workingPool().query("UPDATE webhooks SET failing_since = clock_timestamp() - interval '73 hours'")
    await makeDue()
    await endRest()
    await deliverDue()
    // What did not arrive is of today: somebody else wrote since when nothing does.
    expect(await stateOf(id)).toBe('active')
    const occurredAt = new Date(Date.now() - 73 * 3_600_000)
    await changeRows('webhook_deliveries', 'webhook_id = $1', id, { occurredAt })
    await makeDue()
    await endRest()
    await deliverDue()
    expect(await stateOf(id)).toBe('disabled')
    const { rows: noted } = await workingPool().query(
      "SELECT actor, subject FROM desk_activities WHERE action = 'webhook.disabled' AND issuer_id = $1",
      [issuer.id],
    )
    expect(noted).toEqual([{ actor: 'service', subject: receiver.host }])
    const before = receiver.received.length
    await issueOne(issuer)
    await makeDue()
    await deliverDue()
    expect(receiver.received).toHaveLength(before)
  })

  it('is wanted no more by who says 410', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    receiver.say = (_message, answer) => answer.writeHead(410).end()
    await deliverDue()
    expect(await stateOf(id)).toBe('disabled')
  })

  it('because the process was killed in the middle is sent once more, with the same id', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    const arrived = new Promise<void>((resolve) => (receiver.say = () => resolve()))
    const process = startSender()
    await arrived
    process.kill('SIGKILL')
    await once(process, 'exit')
    expect((await rows(id))[0]).toMatchObject({ state: 'sending' })
    await recoverDeliveries(2)
    expect((await rows(id))[0]).toMatchObject({ state: 'sending' })
    await workingPool().query("UPDATE webhook_deliveries SET claimed_at = clock_timestamp() - interval '3 minutes'")
    await recoverDeliveries(2)
    receiver.say = (_message, answer) => answer.writeHead(204).end()
    await deliverDue()
    const [row] = await rows(id)
    expect([row?.state, row?.attempts, row?.lastResult]).toEqual(['delivered', 2, '204'])
    const [, first, second] = receiver.received
    expect([receiver.received.length, first?.id]).toEqual([3, second?.id])
    expect(first?.text).toBe(second?.text)
  })
})

describe('nothing is told', () => {
  it('of a webhook that is paused or removed', async () => {
    const { id } = await listening()
    await pauseOwnWebhook(owner.member, id)
    await issueOne(issuer)
    expect(await rows(id)).toEqual([])
    await expect(testOwnWebhook(owner.member, id)).rejects.toMatchObject({ code: 'malformed' })
    await removeOwnWebhook(owner.member, id)
    await expect(getOwnWebhook(owner.member, id)).rejects.toMatchObject({ code: 'not_found' })
    await deliverDue()
    expect(receiver.received).toHaveLength(1)
  })

  it('once its maker is an owner no more, until another owner has it confirmed', async () => {
    const { id } = await listening()
    const other = await mintPerson(issuer, 'owner')
    await settle(other)
    await issueOne(issuer)
    await changeRole(other.member, owner.member.userId, 'reader')
    await deliverDue()
    expect(receiver.received).toHaveLength(1)
    expect((await getOwnWebhook(other.member, id)).webhook.state).toBe('paused')
    expect(await confirmOwnWebhook(other.member, id)).toBe('echoed')
    await deliverDue()
    expect(receiver.received.map(({ body }) => body.type)).toEqual([
      ...['webhook.challenge', 'webhook.challenge', 'certificate.issued'],
    ])
  })

  it('again of who is erased while the message is on its way', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    const taken = new Promise<Parameters<typeof receiver.say>[1]>((resolve) => {
      receiver.say = (_message, answer) => resolve(answer)
    })
    const delivering = deliverDue()
    const answer = await taken
    // As an erasure does it.
    await database.asOwner('DELETE FROM webhook_deliveries WHERE certificate_id IS NOT NULL')
    answer.writeHead(503).end()
    await delivering
    await makeDue()
    await endRest()
    await deliverDue()
    expect([await rows(id), receiver.received.length]).toEqual([[], 2])
  })

  it('thirty days later, not even as a list', async () => {
    const { id } = await listening()
    await issueOne(issuer)
    await deliverDue()
    await database.asOwner("UPDATE webhook_deliveries SET occurred_at = now() - interval '31 days'")
    await forgetExpired()
    expect(await rows(id)).toEqual([])
  })
})

describe('the log', () => {
  it('says which message did not arrive, and neither what it said, nor under what secret, nor where it went', async () => {
    const token = 'T0ken-of-the-receiver'
    const { id, secret } = await createOwnWebhook(owner.member, { url: `${receiver.url}?key=${token}`, kinds: KINDS })
    expect(await confirmOwnWebhook(owner.member, id)).toBe('echoed')
    const serial = await issueOne(issuer, { fullName: 'Zerafina Quell' })
    receiver.say = (_message, answer) => answer.writeHead(500, { 'x-echo': secret }).end(`${secret} ${serial}`)
    const process = startSender({ LOG_LEVEL: 'trace' }, 'pipe')
    const written = await text(process.stderr ?? Readable.from([]))
    expect(written).toContain((await rows(id))[0]?.id)
    const signature = String(receiver.received.at(-1)?.headers['webhook-signature'])
    for (const kept of [token, secret.slice(6, 20), serial, 'Zerafina', signature.slice(3), receiver.host])
      expect(written).not.toContain(kept)
  })
})

function startSender(variables: Record<string, string> = {}, stderr: 'inherit' | 'pipe' = 'inherit') {
  const names = ['DATABASE_URL', 'KEY_ENCRYPTION_KEY', 'BASE_URL'] as const
  return spawn(process.execPath, [testProgram('webhook-sender-process')], {
    env: {
      ...process.env,
      ...Object.fromEntries(names.map((name) => [name, env()[name]])),
      WEBHOOK_DOOR: JSON.stringify(receiver.door),
      ...variables,
    },
    stdio: ['ignore', 'inherit', stderr],
  })
}
