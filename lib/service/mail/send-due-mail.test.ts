import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { transaction, workingPool } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { readMailQueue, recoverMail, setSuspendedAside } from '@/lib/store/mail/mail-keeping'
import { noteHandOver, settleSent } from '@/lib/store/mail/mail-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { claimOne, exampleOrder, mailRow, makeDue, queueMany, queueOne, useSink } from '@/test/desk/mail-scene'
import { type SinkAnswer, type SmtpSink, startSmtpSink } from '@/test/network/smtp-sink'
import { testProgram } from '@/test/test-program'
import { enqueueMails, type MailOrder } from './enqueue-mail'
import { eraseMail } from './erase-mail'
import { isMailHealthy } from './mail-health'
import { MAIL_LINES } from './mail-line'
import { startMailWorker } from './mail-worker'
import { cancelQueuedMail, listQueuedMail, retryQueuedMail, sendMailOnce } from './operate-mail'

const LINK = 'https://verify.test/passport/manage'

const database = useServiceDatabase({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
  MAIL_PER_MINUTE: '10000',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})

let sink: SmtpSink
beforeEach(async () => {
  await database.asOwner('DELETE FROM mail_messages')
  sink = await useSink()
})
afterEach(() => sink.close())

const send = () => sendMailOnce(new AbortController().signal)

describe('sending what is due', () => {
  it('sends each message once, and forgets to whom and what', async () => {
    const id = await queueOne({ to: 'ana@example.org' })
    expect(await send()).toBe('none')
    expect(await send()).toBe('none')
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({ from: 'no-reply@verify.test', to: ['ana@example.org'] })
    expect(sink.mails[0]?.headers.get('message-id')).toBe(`<${id}@verify.test>`)
    const row = await mailRow(id)
    expect(row).toMatchObject({ state: 'sent', sealed: null, recipientMac: null, attempts: 1, lastError: null })
  })

  it.each([
    ['sent', () => send()],
    ['given up', (id: string) => cancelQueuedMail(id)],
  ])('sends nothing once more of which somebody kept a copy, when it was %s', async (_how, end) => {
    const id = await queueOne({ to: 'ana@example.org' })
    const { sealed, mac, recipientMac } = await mailRow(id)
    await end(id)
    const count = sink.mails.length
    const write = (sql: string, values: unknown[] = []) => workingPool().query(sql, values)
    const back =
      "state = 'queued', sealed = $2, mac = $3, recipient_mac = $4, next_attempt_at = now(), finished_at = NULL"
    for (const set of [back, back.replace("'queued'", "'failed'"), back.replace("'queued'", 'state')])
      await expect(
        write(`UPDATE mail_messages SET ${set} WHERE id = $1`, [id, sealed, mac, recipientMac]),
      ).rejects.toMatchObject({
        code: '23001',
      })
    // Out of the way of a row that says the same.
    await expect(write('UPDATE mail_messages SET id = gen_random_uuid() WHERE id = $1', [id])).rejects.toMatchObject({
      code: '23001',
    })
    await send()
    expect(sink.mails).toHaveLength(count)
  })

  it('sends what is awaited before the many', async () => {
    await queueOne({ to: 'first@example.org' })
    const late = await queueOne({ to: 'second@example.org' })
    await prisma().mailMessage.updateMany({ where: { id: { not: late } }, data: { urgent: false } })
    await send()
    expect(sink.mails.map(({ to }) => to[0])).toEqual(['second@example.org', 'first@example.org'])
  })

  it('tries again later what is deferred, with growing pauses, with the same message ID, and at last gives up', async () => {
    const id = await queueOne()
    sink.atRecipient = () => 451
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await send()
      const row = await mailRow(id)
      expect(row).toMatchObject({ state: 'queued', attempts: attempt, lastError: 'deferred_451' })
      pauses.push(Math.round((row.nextAttemptAt.getTime() - (row.claimedAt?.getTime() ?? 0)) / 60_000))
      await makeDue(id)
    }
    expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720, 1440, 1440])
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'failed', attempts: 10 })
    sink.atRecipient = () => 'accept'
    await retryQueuedMail(id)
    await send()
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.headers.get('message-id')).toBe(`<${id}@verify.test>`)
  })

  it('does not try again what is refused for good', async () => {
    const id = await queueOne()
    sink.atRecipient = () => 550
    await send()
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'failed', attempts: 1, lastError: 'rejected_550' })
    expect(sink.connections).toBe(1)
  })

  it('tries again what was cut off before its text, and not what was cut off after it', async () => {
    const [before, after] = [await queueOne({ to: 'before@example.org' }), await queueOne({ to: 'after@example.org' })]
    sink.atRecipient = (address) => (address.startsWith('before') ? 'drop' : 'accept')
    sink.atText = () => 'drop'
    await send()
    expect(await mailRow(before)).toMatchObject({ state: 'queued', lastError: 'connection', handedOverAt: null })
    expect(await mailRow(after)).toMatchObject({ state: 'unknown', lastError: 'answer_lost' })
    const shown = (await listQueuedMail()).find(({ id }) => id === after)
    expect(shown).toMatchObject({ state: 'unknown', to: 'after@example.org' })
    await cancelQueuedMail(after)
    expect(await mailRow(after)).toMatchObject({ state: 'abandoned', sealed: null, recipientMac: null })
    await expect(retryQueuedMail(after)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('drops an invitation that ran out, without a word to anybody', async () => {
    const id = await queueOne({ expiresAt: '2020-01-01T00:00:00.000Z' })
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'abandoned', lastError: 'ran_out' })
    expect(sink.mails).toEqual([])
  })

  it('waits where it was sealed under another key', async () => {
    const id = await queueOne()
    const before = env()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
    await send()
    setEnv(before)
    expect(await mailRow(id)).toMatchObject({ state: 'queued', lastError: 'sealed' })
  })

  it('uses up no attempt on what waits for something else, and waits the longer the longer it has waited', async () => {
    const id = await queueOne()
    const before = env()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
    const pauses: number[] = []
    for (const hours of [0, 3, 24 * 20]) {
      const createdAt = new Date(Date.now() - hours * 3_600_000)
      await prisma().mailMessage.update({ where: { id }, data: { createdAt, nextAttemptAt: new Date(0) } })
      await send()
      const row = await mailRow(id)
      expect(row).toMatchObject({ state: 'queued', attempts: 0, lastError: 'sealed' })
      pauses.push(Math.round((row.nextAttemptAt.getTime() - (row.claimedAt?.getTime() ?? 0)) / 60_000))
    }
    expect(pauses).toEqual([1, 180, 1440])
    setEnv(before)
    sink.atRecipient = () => 451
    await makeDue(id)
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1, lastError: 'deferred_451' })
  })

  it('does not take on what a suspended issuer has for its recipients, until it is resumed', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const { id: certificateId } = await prisma().certificate.findFirstOrThrow({ where: { serial } })
    const order = { kind: 'certificate', to: 'a@example.org', issuerId: issuer.id, certificateId, about: certificateId }
    const waiting = await queueOne(order as Partial<MailOrder>)
    await makeDue(waiting)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await queueOne({ to: 'other@example.org', issuerId: issuer.id })
    expect(await send()).toBe('none')
    expect(sink.mails.map(({ to }) => to[0])).toEqual(['other@example.org'])
    expect(await mailRow(waiting)).toMatchObject({ state: 'queued', attempts: 0, claimedAt: null })
    expect((await readMailQueue()).overdueSeconds).toBe(0)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    await send()
    expect(await mailRow(waiting)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('has what waits for a suspended issuer out of the way, and back at once when it is resumed', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const of = { kind: 'certificate', to: 'a@example.org', issuerId: issuer.id } as Partial<MailOrder>
    const [waiting, notice] = [await queueOne(of), await queueOne({ to: 'owner@example.org', issuerId: issuer.id })]
    const elsewhere = await queueOne({ ...of, issuerId: other.id } as Partial<MailOrder>)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await makeDue(waiting)
    await setSuspendedAside()
    const due = "SELECT id FROM mail_messages WHERE state = 'queued' AND next_attempt_at <= clock_timestamp()"
    const { rows } = await workingPool().query<{ id: string }>(due)
    expect(rows.map(({ id }) => id).toSorted()).toEqual([notice, elsewhere].toSorted())
    expect(await mailRow(waiting)).toMatchObject({ state: 'queued', attempts: 0, lastError: 'suspended' })
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect((await workingPool().query(due)).rowCount).toBe(3)
    expect(await mailRow(waiting)).toMatchObject({ lastError: null })
  })

  it('keeps to so many a minute, all processes together', async () => {
    setEnv({ ...env(), MAIL_PER_MINUTE: 3 })
    await transaction((tx) =>
      enqueueMails(
        tx,
        Array.from({ length: 5 }, () => exampleOrder()),
      ),
    )
    expect(await Promise.all([send(), send()])).toEqual(['limited', 'limited'])
    expect(sink.mails).toHaveLength(3)
    await prisma().mailMessage.updateMany({ data: { claimedAt: new Date(Date.now() - 61_000) } })
    setEnv({ ...env(), MAIL_PER_MINUTE: 10_000 })
    await send()
    expect(sink.mails).toHaveLength(5)
  })
})

describe('several senders', () => {
  it('send each of many messages exactly once', async () => {
    const many = await queueMany(60)
    await Promise.all([send(), send(), send()])
    expect(addressees()).toEqual(many.toSorted())
    expect(await prisma().mailMessage.count({ where: { state: 'sent' } })).toBe(60)
  })

  it('leave what was under way when one was killed in the middle of many, and send all the others once', async () => {
    const many = await queueMany(25)
    const killed = startSender()
    const begun: (string | undefined)[] = []
    await new Promise<void>((resolve) => {
      sink.atText = ({ to }) => {
        if (begun.push(to[0]) < 5) return 'accept'
        killed.kill('SIGKILL')
        resolve()
        return new Promise(() => undefined)
      }
    })
    await once(killed, 'exit')
    sink.atText = ({ to }) => (begun.push(to[0]), 'accept')
    await prisma().mailMessage.updateMany({ where: { state: 'sending' }, data: { claimedAt: longAgo() } })
    expect(await send()).toBe('none')
    expect(new Set(begun).size).toBe(begun.length)
    const unknown = await prisma().mailMessage.count({ where: { state: 'unknown' } })
    const sent = await prisma().mailMessage.count({ where: { state: 'sent' } })
    expect(sent + unknown).toBe(many.length)
    expect(unknown).toBeLessThanOrEqual(MAIL_LINES)
  })

  it('do not send what the first one may have handed over when it was killed', async () => {
    const id = await queueOne()
    const killed = startSender()
    await new Promise<void>((resolve) => {
      sink.atText = () => {
        killed.kill('SIGKILL')
        resolve()
        return new Promise(() => undefined)
      }
    })
    await once(killed, 'exit')
    expect(await mailRow(id)).toMatchObject({ state: 'sending' })
    expect((await mailRow(id)).handedOverAt).not.toBeNull()
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'sending' })
    await ageClaim(id)
    sink.atText = () => 'accept'
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'unknown', lastError: 'interrupted' })
    expect(sink.mails).toEqual([])
  })

  it('send what the first one had not begun to hand over when it was killed', async () => {
    const id = await queueOne()
    const killed = startSender()
    await new Promise<void>((resolve) => {
      sink.atRecipient = () => {
        killed.kill('SIGKILL')
        resolve()
        return 'drop'
      }
    })
    await once(killed, 'exit')
    expect(await mailRow(id)).toMatchObject({ state: 'sending', handedOverAt: null })
    sink.atRecipient = () => 'accept'
    await ageClaim(id)
    await send()
    expect(await mailRow(id)).toMatchObject({ state: 'sent' })
    expect(sink.mails).toHaveLength(1)
  })

  it('do not both hand over what one of them kept too long', async () => {
    const id = await queueOne()
    const slow = await claimOne()
    await ageClaim(id)
    await send()
    expect(sink.mails).toHaveLength(1)
    expect(await noteHandOver(id, slow.claim)).toBe(false)
    await settleSent(id, slow.claim)
    expect((await mailRow(id)).attempts).toBe(2)
  })

  it('believe an answer that came after all', async () => {
    const id = await queueOne()
    const slow = await claimOne()
    expect(await noteHandOver(id, slow.claim)).toBe(true)
    await ageClaim(id)
    await recoverMail(10)
    expect(await mailRow(id)).toMatchObject({ state: 'unknown' })
    await settleSent(id, slow.claim)
    expect(await mailRow(id)).toMatchObject({ state: 'sent', sealed: null })
  })

  it('hand over nothing of who was erased meanwhile', async () => {
    const id = await queueOne({ to: 'gone@example.org', kind: 'passport_link', publicLink: null, manageLink: LINK })
    sink.atRecipient = () => 'accept'
    const claimed = await claimOne()
    await transaction((tx) => eraseMail(tx, [], ['gone@example.org']))
    expect(await noteHandOver(id, claimed.claim)).toBe(false)
    expect(await mailRow(id)).toMatchObject({ state: 'abandoned', sealed: null })
  })
})

describe('the worker of a server', () => {
  it('sends what is queued while it runs, and finishes the message in hand when it stops', async () => {
    const stop = startMailWorker()
    await queueOne()
    await sink.reached(1)
    const { inHand, accept } = holdTexts(MAIL_LINES)
    await queueMany(25)
    await inHand
    const stopped = stop()
    accept()
    await stopped
    expect(sink.mails).toHaveLength(1 + MAIL_LINES)
    expect(await prisma().mailMessage.count({ where: { state: 'sent' } })).toBe(1 + MAIL_LINES)
    const rest = await prisma().mailMessage.findMany({ where: { state: { not: 'sent' } } })
    expect(rest.map(({ state, attempts }) => [state, attempts])).toEqual(Array.from(rest, () => ['queued', 0]))
  })

  it('sends what somebody waits for while the server does not answer about the many, on few connections', async () => {
    const { inHand, accept } = holdTexts(MAIL_LINES)
    const many = await queueMany(25)
    const stop = startMailWorker()
    try {
      await inHand
      sink.atText = () => 'accept'
      await queueOne({ to: 'ana@example.org' })
      expect((await sink.reached(1)).map(({ to }) => to[0])).toEqual(['ana@example.org'])
      expect(sink.connections).toBe(MAIL_LINES + 1)
      accept()
      await sink.reached(many.length + 1)
    } finally {
      accept()
      await stop()
    }
    expect(addressees()).toEqual([...many, 'ana@example.org'].toSorted())
  })

  it('gives back what it could not begin for a minute, so that what somebody waits for comes first', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { inHand, accept } = holdTexts(MAIL_LINES)
      await queueMany(10)
      const sent = send()
      await inHand
      await queueOne({ to: 'ana@example.org' })
      vi.advanceTimersByTime(61_000)
      accept()
      expect(await sent).toBe('none')
    } finally {
      vi.useRealTimers()
    }
    expect(sink.mails).toHaveLength(11)
    expect(sink.mails.findIndex(({ to }) => to[0] === 'ana@example.org')).toBeLessThan(2 * MAIL_LINES)
  })

  it.each([
    ['takes no second connection', { maxClients: 1 }],
    ['refuses some and defers others', {}],
  ])('sends many where the server %s', async (_how, options) => {
    const picky = await startSmtpSink(options)
    setEnv({ ...env(), SMTP_URL: picky.url })
    const many = await queueMany(25)
    const odd = 'maxClients' in options ? [] : [many[3], many[14]]
    picky.atRecipient = (to) => (to === odd[0] ? 550 : to === odd[1] ? 451 : 'accept')
    expect(await send()).toBe('none')
    expect(isMailHealthy()).toBe(true)
    expect(picky.mails.map(({ to }) => to[0]).toSorted()).toEqual(many.filter((to) => !odd.includes(to)).toSorted())
    const others = await prisma().mailMessage.findMany({ where: { state: { not: 'sent' } }, orderBy: { state: 'asc' } })
    expect(others.map(({ state, lastError }) => [state, lastError])).toEqual(
      odd.length > 0
        ? [
            ['failed', 'rejected_550'],
            ['queued', 'deferred_451'],
          ]
        : [],
    )
    await picky.close()
  })

  it('uses up no attempt while the mail server is gone, says that mail is down, and that it is back', async () => {
    const id = await queueOne()
    await sink.close()
    expect(await send()).toBe('down')
    expect(isMailHealthy()).toBe(false)
    expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 0 })
    sink = await useSink()
    expect(await send()).toBe('none')
    expect(isMailHealthy()).toBe(true)
    expect(sink.mails).toHaveLength(1)
  })

  it('does nothing where mail is off', async () => {
    await queueOne()
    setEnv({ ...env(), SMTP_URL: undefined })
    await startMailWorker()()
    await expect(send()).rejects.toMatchObject({ code: 'malformed' })
    expect(sink.connections).toBe(0)
  })
})

describe('the log', () => {
  it('holds no address and no password', async () => {
    const lines: string[] = []
    const write = log.warn.bind(log)
    log.warn = ((...words: unknown[]) => lines.push(JSON.stringify(words))) as typeof log.warn
    try {
      setEnv({ ...env(), SMTP_URL: sink.url.replace('//', '//mailer:pass-word-of-mail@') })
      await queueOne({ to: 'ana@example.org' })
      await send()
      setEnv({ ...env(), SMTP_URL: sink.url })
      sink.atRecipient = () => 550
      await send()
    } finally {
      log.warn = write
    }
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.join('\n')).not.toMatch(/ana|example\.org|pass-word/)
  })
})

function startSender() {
  return spawn(process.execPath, [testProgram('mail-sender-process')], {
    env: {
      ...process.env,
      ...Object.fromEntries(
        (['DATABASE_URL', 'SMTP_URL', 'KEY_ENCRYPTION_KEY', 'BASE_URL'] as const).map((name) => [name, env()[name]]),
      ),
      MAIL_FROM: 'no-reply@verify.test',
      MAIL_PER_MINUTE: '10000',
    },
    stdio: 'inherit',
  })
}

async function ageClaim(id: string): Promise<void> {
  await prisma().mailMessage.update({ where: { id }, data: { claimedAt: longAgo() } })
}

/** When a claim was made that nobody is at any more. */
function longAgo(): Date {
  return new Date(Date.now() - 11 * 60_000)
}

const addressees = () => sink.mails.map(({ to }) => to[0] ?? '').toSorted()

/** Has the sink keep its answers to texts back. @returns resolves at so many, and what accepts all of them */
function holdTexts(count: number): { inHand: Promise<void>; accept: () => void } {
  let accept: () => void = () => undefined
  const accepted = new Promise<SinkAnswer>((resolve) => {
    accept = () => resolve('accept')
  })
  let held = 0
  const inHand = new Promise<void>((resolve) => {
    sink.atText = () => {
      if (++held === count) resolve()
      return accepted
    }
  })
  return { inHand, accept }
}
