import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TOLD_BEFORE_MS } from '@/lib/domain/watch/watch-limits'
import { setEnv, env } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { withdrawWithin } from '@/lib/service/change/withdraw-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { transaction, workingPool } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { noteHandOver, settleLater } from '@/lib/store/mail/mail-queue'
import { forgetWatchRequests } from '@/lib/store/watch/expired-watches'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { claimOne, useSink } from '@/test/desk/mail-scene'
import { usePlaces } from '@/test/endpoint-fixture'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { newAddress } from '@/test/verify-requests'
import {
  askToBeTold,
  changeList,
  confirmSecret,
  listLink,
  pressConfirm,
  receive,
  sendWatchForm,
  stopSecret,
  unsubscribeByProgram,
  watch,
} from '@/test/watch/watch-scene'
import { confirmWatch } from './confirm-watch'
import { queueWatchNotices } from './queue-watch-notices'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNKNOWN = '0000-0000-0000-0000'
const order = { reason: 'r', publicReason: null, actor: 'test' }

const database = useServiceDatabase(
  { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test', MAIL_PER_MINUTE: '10000' },
  'owner',
)

let sink: SmtpSink
let issuer: StoredIssuer
let email: string
beforeEach(async () => {
  await database.asOwner('DELETE FROM mail_messages; DELETE FROM watchers; DELETE FROM watch_requests')
  setRateCounter(new MemoryRateCounter())
  sink = await useSink()
  issuer = await mintIssuer()
  email = `${randomUUID().slice(0, 8)}@employer.example`
})
afterEach(() => sink.close())

/** Moves a watch’s times, as if they had come. */
const shift = (data: { expiresAt?: Date; lookAt?: Date }) => prisma().watch.updateMany({ data })
const counts = async () => ({
  watchers: await prisma().watcher.count(),
  watches: await prisma().watch.count(),
  requests: await prisma().watchRequest.count({ where: { sealed: { not: null } } }),
})

/** Does work as somebody else would, while this one holds a transaction. */
const aside = AsyncResource.bind((work: () => Promise<number>) => work())

describe('asking', () => {
  it('watches once the address has confirmed, and not before', async () => {
    const serial = await issueOne(issuer)
    const answer = await askToBeTold([serial], email)
    expect([answer.status, await answer.json()]).toEqual([202, { success: true }])
    expect(await counts()).toEqual({ watchers: 0, watches: 0, requests: 1 })
    const [mail] = await receive(sink)
    expect(mail).toMatchObject({ to: [email] })
    expect(mail?.text).toContain(serial)
    // A short word would stand in the random characters of a link now and then: those here hold what no link has.
    expect(mail?.text).not.toMatch(/Lucía|Müller|Nguyễn|Basic Safety|Passed with/)
    expect(await counts()).toMatchObject({ watches: 0 })
    const page = await pressConfirm(confirmSecret(mail))
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(serial)
    expect(html).toContain('/watch/list#')
    expect(await counts()).toMatchObject({ watchers: 1, watches: 1 })
    expect((await pressConfirm(confirmSecret(mail))).status).toBe(200)
    expect(await counts()).toMatchObject({ watchers: 1, watches: 1 })
    expect(await receive(sink)).toEqual([])
  })

  it('answers the same for what is unknown, has ended or is watched already, and sends nothing for the first two', async () => {
    const [ended, watched] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(ended, order)
    await watch(sink, [watched], email)
    const answers = await Promise.all(
      [[UNKNOWN], [ended], ['no serial at all'], [watched]].map(async (serials, index) => {
        const answer = await askToBeTold(serials, index === 3 ? email : `x${index}@employer.example`)
        const { date: _, 'x-request-id': id, ...headers } = Object.fromEntries(answer.headers)
        expect(id).toBeDefined()
        return { status: answer.status, body: await answer.text(), headers: { ...headers, 'x-ratelimit-reset': '' } }
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await receive(sink)).map(({ to }) => to[0])).toEqual([email])
  })

  it.each([
    ['no serials', [], 'a@x.example', 400],
    ['more than a hundred', Array.from({ length: 101 }, (_, n) => `S-${n}`), 'a@x.example', 400],
    ['no address', ['S'], 'not an address', 400],
    ['two addresses', ['S'], 'a@x.example, b@x.example', 400],
    ['a header in the address', ['S'], 'a@x.example\r\nBcc: b@x.example', 400],
    ['a number', [1], 'a@x.example', 400],
    ['a link of another service', [UNKNOWN, `https://other.example/verify/${UNKNOWN}`], 'a@x.example', 400],
  ])('refuses %s', async (_what, serials, address, status) => {
    expect((await askToBeTold(serials, address)).status).toBe(status)
    expect(await prisma().watchRequest.count()).toBe(0)
  })

  it('takes a place of verify by serial for each serial, all or none', async () => {
    const from = '192.0.2.77'
    const hundred = Array.from({ length: 100 }, (_, n) => `S-${1000 + n}`)
    const statuses: number[] = []
    for (let round = 0; round < 3; round++) statuses.push((await askToBeTold(hundred, email, { from })).status)
    expect(statuses).toEqual([202, 202, 429])
  })

  it('takes the form of the page, in the language of the page, and leads to one that tells nothing', async () => {
    const serial = await issueOne(issuer)
    const headers = { origin: 'https://verify.test', 'accept-language': 'de' }
    const sent = await sendWatchForm(
      [
        ['serial', serial],
        ['email', email],
      ],
      { headers },
    )
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/watch/sent'])
    expect((await receive(sink))[0]?.headers.get('content-language')).toBe('de')
    const umlaut = await sendWatchForm([
      ['serial', serial],
      ['email', 'personal@bäckerei.example'],
    ])
    expect([umlaut.status, (await receive(sink))[0]?.to]).toEqual([303, ['personal@bäckerei.example']])
    const bad = await sendWatchForm([
      ['serials', `${serial}\n${UNKNOWN}`],
      ['email', 'nobody'],
    ])
    const html = await bad.text()
    expect(bad.status).toBe(400)
    expect(html).toContain(serial)
    expect(
      (
        await sendWatchForm(
          [
            ['serial', serial],
            ['email', email],
          ],
          { headers: { origin: 'https://evil.example' } },
        )
      ).status,
    ).toBe(403)
  })

  it('searches no endless text, and few texts of one address', async () => {
    const long = await sendWatchForm([['serials', 'a@ '.repeat(10_001)]])
    expect([long.status, (await long.text()).includes('At most 100')]).toEqual([400, true])
    const from = newAddress()
    await usePlaces('sent_list', 30, from)
    expect((await sendWatchForm([['serials', UNKNOWN]], { from })).status).toBe(429)
  })

  it('is 503 where no mail goes out, and says so on the page', async () => {
    const before = env()
    setEnv({ ...before, SMTP_URL: undefined })
    const answer = await askToBeTold([await issueOne(issuer)], email)
    setEnv(before)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  })
})

describe('a flood', () => {
  it('brings three messages a day to one inbox, whoever asks and however the address is written', async () => {
    const serial = await issueOne(issuer)
    const forms = [
      'victim@gmail.com',
      'VICTIM@gmail.com',
      'v.ic.tim@gmail.com',
      'victim+a@gmail.com',
      'victim+b@googlemail.com',
    ]
    for (const form of [...forms, ...forms]) expect((await askToBeTold([serial], form)).status).toBe(202)
    expect(await receive(sink)).toHaveLength(3)
    await Promise.all(Array.from({ length: 12 }, () => askToBeTold([serial], 'other@x.example')))
    expect(await receive(sink)).toHaveLength(3)
    await database.asOwner("UPDATE watch_requests SET created_at = created_at - interval '25 hours'")
    await askToBeTold([serial], 'victim@gmail.com')
    expect(await receive(sink)).toHaveLength(1)
  })

  it('ends at a hundred messages a day from one network', async () => {
    const serial = await issueOne(issuer)
    const from = '198.51.100.7'
    await askToBeTold([serial], 'first@x.example', { from })
    await database.asOwner(
      `INSERT INTO watch_requests (id, recipient_mac, sender_mac, confirm_hash, expires_at)
       SELECT gen_random_uuid(), 'm' || n, sender_mac, 'h' || n, expires_at FROM watch_requests, generate_series(1, 99) n`,
    )
    const refused = await askToBeTold([serial], email, { from })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await askToBeTold([serial], email)).status).toBe(202)
  })

  it('tells nobody, by when a network has asked too often, which inbox refuses or has got its three', async () => {
    const serial = await issueOne(issuer)
    await askToBeTold([serial], email)
    const [mail] = await receive(sink)
    await pressConfirm(confirmSecret(mail), 'refuse')
    const countsOf = async (from: string, ...asked: [serial: string, to: string][]) => {
      for (const [one, to] of asked) expect((await askToBeTold([one], to, { from })).status).toBe(202)
      const { rows } = await workingPool().query<{ count: number }>(
        'SELECT count(*)::int AS count FROM watch_requests GROUP BY sender_mac ORDER BY max(created_at) DESC LIMIT 1',
      )
      return rows[0]?.count
    }
    expect(await countsOf('198.51.100.8', [serial, email], [serial, 'another@x.example'], [UNKNOWN, email])).toBe(3)
    const full = Array.from({ length: 5 }, (): [string, string] => [serial, 'full@x.example'])
    expect(await countsOf('198.51.100.9', ...full)).toBe(5)
    // What was not sent takes no message from the inbox.
    expect(await receive(sink)).toHaveLength(4)
  })

  it('is ended for ninety days by who refuses', async () => {
    const serial = await issueOne(issuer)
    await askToBeTold([serial], email)
    const [mail] = await receive(sink)
    // The second press is of somebody who lost the answer to the first.
    for (let press = 0; press < 2; press += 1) {
      const page = await pressConfirm(confirmSecret(mail), 'refuse')
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('No such question will be sent to you'),
      ])
    }
    expect((await pressConfirm(confirmSecret(mail))).status).toBe(404)
    expect((await askToBeTold([serial], email)).status).toBe(202)
    expect(await receive(sink)).toEqual([])
    await database.asOwner("UPDATE watch_refusals SET created_at = created_at - interval '91 days'")
    await forgetWatchRequests()
    await askToBeTold([serial], email)
    expect(await receive(sink)).toHaveLength(1)
  })

  it('is ended by who refuses for whoever asks at that very moment, too', async () => {
    const before = env()
    setEnv({ ...before, DATABASE_SECONDS: 60 })
    const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
    await askToBeTold([serial], email)
    const [mail] = await receive(sink)
    const queue = await LockQueue.hold(database.adminUrl, 'LOCK TABLE mail_messages IN SHARE MODE', [])
    const asking = askToBeTold([other], email)
    await queue.waiting(1)
    const refusing = pressConfirm(confirmSecret(mail), 'refuse')
    await queue.waiting(2)
    await queue.release()
    expect([(await asking).status, (await refusing).status]).toEqual([202, 200])
    setEnv(before)
    expect(await receive(sink)).toEqual([])
  })

  it('is told until when the link works, however long the message took', async () => {
    await askToBeTold([await issueOne(issuer)], email)
    const { updateSealed } = await import('@/lib/store/keys/sealed-rows')
    const expiresAt = new Date('2091-02-03T04:05:00Z')
    await transaction((tx) => updateSealed(tx, 'watch_requests', 'true', [], { expiresAt }))
    expect((await receive(sink))[0]?.text).toContain('It works until 04:05 on 3 February 2091 (UTC)')
  })

  it('cannot have words of the asker sent', async () => {
    const serial = await issueOne(issuer)
    expect((await askToBeTold([serial, 'https://evil.example/x'], email)).status).toBe(400)
    await askToBeTold([serial, 'Win extraordinaryprizes at evil.example'], email)
    const [mail] = await receive(sink)
    expect(mail?.text).toContain(serial)
    // Neither stands in the random characters of links and of seals: a dot is none of them, and the other word is long.
    expect(`${mail?.text}${mail?.html}${mail?.raw}`).not.toMatch(/evil\.example|extraordinaryprizes/i)
  })
})

describe('telling', () => {
  it('tells of each change once: replaced, suspended, resumed, about to end, ended', async () => {
    const serial = await issueOne(issuer, { expiresAt: new Date(Date.now() + 300 * DAY) })
    await watch(sink, [serial], email)
    const subjects: (string | undefined)[] = []
    const next = async () => {
      const mails = await receive(sink)
      expect(mails).toHaveLength(1)
      expect(await receive(sink)).toEqual([])
      subjects.push(mails[0]?.headers.get('subject'))
      return mails[0]
    }
    const { certificate } = await correctCertificate(
      serial,
      { registrationNumber: 'X' },
      { reason: 'r', actor: 'test' },
    )
    const replaced = await next()
    expect(replaced?.text).toContain(`https://verify.test/verify/${serial}`)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await next()
    await setIssuerStanding(issuer.slug, 'good', 'test')
    await next()
    expect(subjects).toEqual([
      `The certificate ${serial} was replaced by a correction: ${certificate.serial}.`,
      `The issuer of the certificate ${certificate.serial} was suspended. Do not accept the certificate for now.`,
      `The issuer of the certificate ${certificate.serial} is no longer suspended.`,
    ])
    await withdrawCertificate(certificate.serial, order)
    const last = await next()
    expect(last?.headers.get('subject')).toBe(
      `The certificate ${certificate.serial} was withdrawn. Do not accept it any more.`,
    )
    expect(listLink(last)).toBe('')
    expect(await counts()).toMatchObject({ watchers: 0, watches: 0 })
  })

  it('tells thirty days before the end, and at the end, and forgets the address then', async () => {
    const serial = await issueOne(issuer, { expiresAt: new Date(Date.now() + 30 * DAY + HOUR) })
    await watch(sink, [serial], email)
    await receive(sink)
    const { lookAt } = await prisma().watch.findFirstOrThrow()
    expect(lookAt.getTime()).toBeGreaterThan(Date.now())
    expect(lookAt.getTime()).toBeLessThan(Date.now() + HOUR + 1000)
    await changeList(await ownLink(), [['action', 'stop']])
    const soon = await issueOne(issuer, { expiresAt: new Date(Date.now() + DAY) })
    await watch(sink, [soon], email)
    // As if it had been asked for before: then it was current.
    await database.asOwner("UPDATE watches SET told = 'current', look_at = clock_timestamp()")
    expect((await receive(sink))[0]?.text).toContain(`The certificate ${soon} expires soon`)
    expect(await receive(sink)).toEqual([])
  })

  /** The private link, which asking once more shows. */
  async function ownLink(): Promise<string> {
    await askToBeTold([await issueOne(issuer)], email)
    const page = await pressConfirm(confirmSecret((await receive(sink))[0]))
    return /https:[^"<]*list#[\w-]{22}/.exec(await page.text())?.[0] ?? ''
  }

  it('tells everything that changed at once in one message to each', async () => {
    const serials = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, serials, email, 'fr')
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const mails = await receive(sink)
    expect(mails).toHaveLength(1)
    for (const serial of serials) expect(mails[0]?.text).toContain(serial)
    expect(mails[0]?.headers.get('content-language')).toBe('fr')
  })

  it('tells nobody of what was rolled back, and of what came between asking and confirming', async () => {
    const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [other], email)
    await transaction(async (tx) => {
      await withdrawWithin(tx, other, order)
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect(await receive(sink)).toEqual([])
    const second = `${randomUUID().slice(0, 8)}@x.example`
    await askToBeTold([serial], second)
    const [mail] = await receive(sink)
    await withdrawCertificate(serial, order)
    await pressConfirm(confirmSecret(mail))
    expect((await receive(sink)).map(({ to }) => to[0])).toEqual([second])
  })

  it('does not say what the checked history does not: a column alone convinces nobody', async () => {
    const serial = await issueOne(issuer)
    await watch(sink, [serial], email)
    await database.asOwner(
      `ALTER TABLE certificates DISABLE TRIGGER USER;
       UPDATE certificates SET status = 'withdrawn', withdrawn_at = clock_timestamp() WHERE serial = '${serial}';
       ALTER TABLE certificates ENABLE TRIGGER USER; UPDATE watches SET look_at = clock_timestamp()`,
    )
    expect(await receive(sink)).toEqual([])
  })

  it('is told once, by a process whose clock is behind that of the database', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const serial = await issueOne(issuer, { expiresAt: new Date(now + TOLD_BEFORE_MS + 1000) })
    await watch(sink, [serial], email)
    const due = new Date(now + 1000).toISOString()
    await database.asOwner(`SELECT pg_sleep(greatest(0, extract(epoch FROM '${due}' - clock_timestamp())))`)
    expect(await queueWatchNotices()).toBe(1)
    expect(await queueWatchNotices()).toBe(0)
    clock.mockRestore()
  })

  it('drops what does not hold any more when it goes out', async () => {
    const serial = await issueOne(issuer)
    await watch(sink, [serial], email)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    expect(await queueWatchNotices()).toBe(1)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect((await receive(sink)).map(({ headers }) => headers.get('subject'))).toEqual([
      `The issuer of the certificate ${serial} is no longer suspended.`,
    ])
  })

  it('is told what holds, though twenty that hold no more come before it', async () => {
    const other = await mintIssuer()
    const gone: string[] = []
    while (gone.length < 21) gone.push(await issueOne(other))
    const serial = await issueOne(issuer)
    await watch(sink, [...gone, serial], email)
    await setIssuerStanding(other.slug, 'suspended', 'test')
    await withdrawCertificate(serial, order)
    expect(await queueWatchNotices()).toBe(1)
    await setIssuerStanding(other.slug, 'good', 'test')
    const [mail] = await receive(sink)
    expect(mail?.text).toContain(serial)
    expect(mail?.text).not.toMatch(/further|more certificates/)
  })

  it('says that a watch runs out, ends it, and lets it be renewed', async () => {
    await watch(sink, [await issueOne(issuer)], email)
    const [row] = await prisma().watch.findMany()
    await reseal({ expiresAt: new Date(Date.now() + 29 * DAY) })
    const [mail] = await receive(sink)
    expect(mail?.text).toContain('To be told longer, renew the watch')
    expect(await receive(sink)).toEqual([])
    expect((await changeList(listLink(mail), [['action', 'renew']])).status).toBe(200)
    const renewed = await prisma().watch.findFirstOrThrow()
    expect(renewed.expiresAt.getTime()).toBeGreaterThan((row?.expiresAt.getTime() ?? 0) - 60_000)
    await reseal({ expiresAt: new Date(Date.now() - 1) })
    expect(await receive(sink)).toEqual([])
    expect(await counts()).toMatchObject({ watchers: 0, watches: 0 })
  })

  /** Changes the time that a watch ends, under a good seal, and has it looked at. */
  async function reseal(change: { expiresAt: Date }) {
    const { updateSealed } = await import('@/lib/store/keys/sealed-rows')
    await transaction((tx) => updateSealed(tx, 'watches', 'true', [], { ...change, lookAt: new Date() }))
  }
})

describe('ending', () => {
  it('ends all by one request of a mail program, at once and for good, without signing in', async () => {
    const serial = await issueOne(issuer)
    await watch(sink, [serial], email)
    await askToBeTold([await issueOne(issuer)], email)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const mails = await receive(sink)
    const notice = mails.find((mail) => stopSecret(mail) !== '')
    expect(notice?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect(await queueWatchNotices()).toBe(1)
    expect((await unsubscribeByProgram(stopSecret(notice))).status).toBe(200)
    expect(await counts()).toEqual({ watchers: 0, watches: 0, requests: 0 })
    expect(await receive(sink)).toEqual([])
    expect((await unsubscribeByProgram(stopSecret(notice))).status).toBe(200)
    expect((await unsubscribeByProgram('x')).status).toBe(404)
    expect((await changeList(listLink(notice))).status).toBe(404)
  })

  it('says of no address that it is deleted where the link is that of a watch before', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    await withdrawCertificate(first, order)
    await queueWatchNotices()
    const [last] = await receive(sink)
    await watch(sink, [await issueOne(issuer)], email)
    const page = await unsubscribeByProgram(stopSecret(last))
    const html = await page.text()
    expect([page.status, await counts()]).toMatchObject([200, { watchers: 1, watches: 1 }])
    expect(html).toContain('No messages belong to this link any more')
    expect(html).not.toContain('deleted')
  })

  it.each([false, true])('lets nothing go out again that was under way, its text on the line: %s', async (isOnLine) => {
    const serial = await issueOne(issuer)
    await watch(sink, [serial], email)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const [notice] = await receive(sink)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect(await queueWatchNotices()).toBe(1)
    const claimed = await claimOne()
    const { claim } = claimed
    if (isOnLine) expect(await noteHandOver(claimed.id, claim)).toBe(true)
    expect((await unsubscribeByProgram(stopSecret(notice))).status).toBe(200)
    expect(await noteHandOver(claimed.id, claim)).toBe(false)
    await settleLater(claimed.id, claim, '451', 0)
    expect(await prisma().mailMessage.findUnique({ where: { id: claimed.id } })).toMatchObject({
      state: 'abandoned',
      sealed: null,
      recipientMac: null,
    })
    expect(await receive(sink)).toEqual([])
  })

  it('shows and ends single ones by the private link, which opens nothing of anybody else', async () => {
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [one, two], email)
    await watch(sink, [one], 'other@x.example')
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const mails = await receive(sink)
    const link = listLink(mails.find(({ to }) => to[0] === email))
    const lineages = await prisma().certificate.findMany({ where: { serial: { in: [one, two] } } })
    const lineageOf = (serial: string) => lineages.find((row) => row.serial === serial)?.lineageId ?? ''
    const shown = await (await changeList(link)).text()
    expect([shown.includes(one), shown.includes(two), shown.includes(email), shown.includes('other@')]).toEqual([
      ...[true, true, true, false],
    ])
    const ended = await (
      await changeList(link, [
        ['action', 'end'],
        ['certificate', lineageOf(one)],
      ])
    ).text()
    expect([ended.includes(one), ended.includes(two)]).toEqual([false, true])
    expect(await prisma().watch.count()).toBe(2)
    const more = await (
      await changeList(link, [
        ['action', 'add'],
        ['serials', `${one} ${UNKNOWN}`],
      ])
    ).text()
    expect(more).toContain(one)
    expect(await prisma().watch.count()).toBe(3)
    const endless = `${UNKNOWN}\n`.repeat(2000)
    const long = await changeList(link, [
      ['action', 'add'],
      ['serials', endless],
    ])
    expect([long.status, (await long.text()).includes('At most 100')]).toEqual([400, true])
    expect((await changeList(link, [['action', 'stop']])).status).toBe(200)
    expect(await counts()).toMatchObject({ watchers: 1, watches: 1 })
  })

  it('searches few texts of one address for whoever adds to a list, whatever their link is', async () => {
    const add = (serials: string, from = newAddress()) =>
      changeList('#nobodys', [...([['action', 'add']] as [string, string][]), ['serials', serials]], { from })
    const from = newAddress()
    await usePlaces('sent_list', 30, from)
    expect((await add(UNKNOWN, from)).status).toBe(429)
  })

  it('sends nothing that waits of a watch that was ended since', async () => {
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [one, two], email)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const link = listLink((await receive(sink))[0])
    const end = async (serial: string) => {
      const { lineageId } = await prisma().certificate.findFirstOrThrow({ where: { serial } })
      const fields: [string, string][] = [
        ['action', 'end'],
        ['certificate', lineageId],
      ]
      expect((await changeList(link, fields)).status).toBe(200)
    }
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect(await queueWatchNotices()).toBe(1)
    await end(one)
    const [mail] = await receive(sink)
    expect([mail?.text.includes(one), mail?.text.includes(two)]).toEqual([false, true])
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    expect(await queueWatchNotices()).toBe(1)
    await end(two)
    expect(await receive(sink)).toEqual([])
  })

  it('takes a thousand certificates of one address, and says how many were left out', async () => {
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [one], email)
    await database.asOwner(
      `INSERT INTO watches (watcher_id, lineage_id, issuer_id, told_certificate_id, told, expires_at, look_at)
       SELECT watcher_id, gen_random_uuid(), issuer_id, told_certificate_id, told, expires_at, 'infinity'
       FROM watches, generate_series(1, 999)`,
    )
    await askToBeTold([two], email)
    const page = await (await pressConfirm(confirmSecret((await receive(sink))[0]))).text()
    expect(page).toContain('at most 1,000')
    expect(await prisma().watch.count()).toBe(1000)
  })

  it('says nothing of a place to who confirms what is watched already', async () => {
    const one = await issueOne(issuer)
    await askToBeTold([one], email)
    await askToBeTold([one], email)
    const [first, second] = (await receive(sink)).map((mail) => confirmSecret(mail))
    await pressConfirm(first ?? '')
    await database.asOwner(
      `INSERT INTO watches (watcher_id, lineage_id, issuer_id, told_certificate_id, told, expires_at, look_at)
       SELECT watcher_id, gen_random_uuid(), issuer_id, told_certificate_id, told, expires_at, 'infinity'
       FROM watches, generate_series(1, 999)`,
    )
    expect(await (await pressConfirm(second ?? '')).text()).not.toContain('at most 1,000')
  })

  it('keeps no address that confirms when all of it was erased', async () => {
    const serial = await issueOne(issuer)
    await askToBeTold([serial], email)
    const secret = confirmSecret((await receive(sink))[0])
    await eraseCertificate(serial, { reason: 'asked for', actor: 'test' })
    expect(await confirmWatch(secret)).toBeNull()
    expect(await counts()).toMatchObject({ watchers: 0, watches: 0 })
  })

  it('waits for what another transaction holds until the next time', async () => {
    const serial = await issueOne(issuer)
    await watch(sink, [serial], email)
    await shift({ lookAt: new Date(0) })
    await transaction(async (tx) => {
      await tx.query('SELECT 1 FROM watches FOR UPDATE')
      expect(await aside(queueWatchNotices)).toBe(0)
    })
  })

  it('is over when the person is erased: nothing of it is left, and what waits is not sent', async () => {
    const [serial, kept] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [serial], email)
    await watch(sink, [kept], 'other@x.example')
    await askToBeTold([serial], 'late@x.example')
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await queueWatchNotices()
    await eraseCertificate(serial, { reason: 'asked for', actor: 'test' })
    const mails = await receive(sink)
    expect(mails.map(({ to }) => to[0])).toEqual(['other@x.example'])
    expect(await counts()).toMatchObject({ watchers: 1, watches: 1 })
  })

  it('forgets a request after two days, and where it came from after one', async () => {
    await askToBeTold([await issueOne(issuer)], email)
    const [mail] = await receive(sink)
    await database.asOwner("UPDATE watch_requests SET created_at = created_at - interval '25 hours'")
    await forgetWatchRequests()
    expect(await prisma().watchRequest.findFirst()).toMatchObject({ senderMac: null })
    await transaction(async (tx) => {
      const { updateSealed } = await import('@/lib/store/keys/sealed-rows')
      await updateSealed(tx, 'watch_requests', 'true', [], { expiresAt: new Date(Date.now() - 1) })
    })
    expect((await pressConfirm(confirmSecret(mail))).status).toBe(404)
    await forgetWatchRequests()
    expect(await prisma().watchRequest.count()).toBe(0)
  })
})

it('nothing in the database shows an address', async () => {
  await watch(sink, [await issueOne(issuer)], email)
  await askToBeTold([await issueOne(issuer)], email)
  const rows = [
    await prisma().watcher.findMany(),
    await prisma().watchRequest.findMany(),
    await prisma().mailMessage.findMany(),
  ]
  expect(JSON.stringify(rows)).not.toContain(email.split('@')[0])
  await shift({ lookAt: new Date() })
})
