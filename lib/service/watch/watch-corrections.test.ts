import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMailConnection } from '@/lib/net/mail-connection'
import { readSmtpUrl } from '@/lib/net/smtp-settings'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { deliverMail } from '@/lib/service/mail/deliver-mail'
import { writeMail } from '@/lib/service/mail/write-mail'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { type ClaimedMail, settleLater, settleSent } from '@/lib/store/mail/mail-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { claimOne, useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import {
  askToBeTold,
  changeList,
  listLink,
  receive,
  sendWatchForm,
  stopSecret,
  unsubscribeByProgram,
  watch,
} from '@/test/watch/watch-scene'
import { queueWatchNotices } from './queue-watch-notices'

const database = useServiceDatabase(
  { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test', MAIL_PER_MINUTE: '10000' },
  'owner',
)
const YEAR = 365 * 86_400_000

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

/** Corrects a certificate. @returns the serial of the correction */
async function correct(serial: string, changes: Parameters<typeof correctCertificate>[1] = {}): Promise<string> {
  const name = { fullName: `Ana ${serial.slice(-4)}`, ...changes }
  return (await correctCertificate(serial, name, { reason: 'r', actor: 'test' })).certificate.serial
}
/** Sends a message that was taken on. */
async function deliver(claimed: ClaimedMail): Promise<void> {
  const connection = await openMailConnection(readSmtpUrl(sink.url))
  await deliverMail(claimed, connection)
  connection.close()
}

const withdraw = (serial: string) => withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
const replaced = (serial: string, current: string) =>
  `The certificate ${serial} was replaced by a correction: ${current}.`
const withdrawn = (serial: string) => `The certificate ${serial} was withdrawn. Do not accept it any more.`

/** Without what keeps a mail program from making links of values, and keeps their direction. */
const withoutMarks = (text: string) => text.replaceAll(/[\u200b\u2066-\u2069]/g, '')

/** The sentences about certificates in a message, in their order. */
const told = (text = '') =>
  withoutMarks(text)
    .split(/\r?\n/)
    .filter((line) => /^The (issuer of the )?certificate /.test(line))

describe('what is told of a corrected certificate', () => {
  it('its withdrawal, with what leads from the one that the watcher knows to the one that was withdrawn', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    const third = await correct(await correct(first))
    await withdraw(third)
    const mails = await receive(sink)
    expect(mails.map(({ text }) => told(text))).toEqual([[replaced(first, third), withdrawn(third)]])
    expect(mails[0]?.text).toContain('Your address has been deleted.')
  })

  it('one thing once: the next correction goes into the message that waits, and names the one that the watcher knows', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    const second = await correct(first)
    expect(await queueWatchNotices()).toBe(1)
    const third = await correct(second)
    expect(await queueWatchNotices()).toBe(1)
    const fourth = await correct(third)
    const [mail, ...others] = await receive(sink)
    expect([told(mail?.text), others]).toEqual([[replaced(first, fourth)], []])
    expect(mail?.headers.get('subject')).toBe(replaced(first, fourth))
    const fifth = await correct(fourth)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(fourth, fifth)]])
  })

  it('its withdrawal, though the message about the correction waits', async () => {
    const [first, other] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [first, other], email)
    const second = await correct(first)
    expect(await queueWatchNotices()).toBe(1)
    await withdraw(second)
    const mails = await receive(sink)
    expect(mails.map(({ text }) => told(text))).toEqual([[replaced(first, second), withdrawn(second)]])
    expect(listLink(mails[0])).not.toBe('')
  })

  it('in a message of its own, after the one before that was under way', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    const second = await correct(first)
    expect(await queueWatchNotices()).toBe(1)
    const claimed = await claimOne()
    const { claim } = claimed
    const third = await correct(second)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([])
    await settleSent(claimed.id, claim)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(second, third)]])
  })

  it('in one with the one before that somebody had taken on and not begun yet', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    const second = await correct(first)
    expect(await queueWatchNotices()).toBe(1)
    const claimed = await claimOne()
    const third = await correct(second)
    expect(await queueWatchNotices()).toBe(1)
    await deliver(claimed)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(first, third)]])
    expect(sink.mails.filter(({ text }) => told(text).length > 0)).toHaveLength(1)
  })

  it.each(['first', 'second'])(
    'in one with the one before that was under way and came back, whichever is due %s',
    async (due) => {
      const first = await issueOne(issuer)
      await watch(sink, [first], email)
      const second = await correct(first)
      expect(await queueWatchNotices()).toBe(1)
      const claimed = await claimOne()
      const { claim } = claimed
      const third = await correct(second)
      await withdraw(third)
      expect(await queueWatchNotices()).toBe(1)
      expect((await receive(sink)).map(({ text }) => told(text))).toEqual([])
      await settleLater(claimed.id, claim, '451', due === 'first' ? -3600 : 3600)
      expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(first, third), withdrawn(third)]])
      expect(await prisma().mailMessage.count({ where: { state: 'queued' } })).toBe(0)
    },
  )

  it('on the private list, beside the certificate that is watched', async () => {
    const first = await issueOne(issuer)
    await watch(sink, [first], email)
    const second = await correct(first)
    const third = await correct(second)
    const [mail] = await receive(sink)
    const html = await (await changeList(listLink(mail))).text()
    const shown = html.match(/<bdi translate="no" class="serial[^"]*">([^<]*)/g)?.map((one) => one.split('>')[1])
    expect(shown).toEqual([third, first, second])
  })

  it('nothing by a row of the queue that somebody else wrote', async () => {
    const [first, other] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [first, other], email)
    await correct(other)
    expect(await queueWatchNotices()).toBe(1)
    await database.asOwner("UPDATE mail_messages SET mac = 'x' WHERE state = 'queued'")
    const second = await correct(first)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(first, second)]])
  })

  it('that its issuer is no longer suspended and that it ends soon', async () => {
    const first = await issueOne(issuer, { expiresAt: new Date(Date.now() + YEAR) })
    await watch(sink, [first], email)
    await correct(first, { expiresAt: Date.now() + 86_400_000 * 20 })
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await receive(sink)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    const [mail] = await receive(sink)
    expect(told(mail?.text)).toEqual([
      expect.stringMatching(/^The issuer of the certificate \S+ is no longer suspended\.$/),
      expect.stringMatching(/^The certificate \S+ expires soon, on /),
    ])
  })

  it.each(['replaced', 'withdrawn'] as const)(
    'the last word, of what had expired and was %s before the message went out',
    async (change) => {
      const serial = await issueOne(issuer)
      const { id } = await prisma().certificate.findFirstOrThrow({ where: { serial } })
      const expected = change === 'replaced' ? replaced(serial, await correct(serial)) : withdrawn(serial)
      if (change === 'withdrawn') await withdraw(serial)
      const events = [{ certificateId: id, change: 'expired' as const }]
      const notice = { kind: 'watch_notice' as const, secret: 'k'.repeat(22), events, last: true }
      expect(await writeMail(notice, 'en', null, Date.now())).toMatchObject({ subject: expected })
    },
  )

  it('nothing to who has ended it, nor of a person who was erased, in whatever version', async () => {
    const [first, other] = [await issueOne(issuer), await issueOne(issuer)]
    await watch(sink, [first], email)
    await watch(sink, [other], 'other@x.example')
    const second = await correct(first)
    const third = await correct(other)
    const mails = await receive(sink)
    const link = mails.find(({ to }) => to[0] === 'other@x.example')
    expect((await unsubscribeByProgram(stopSecret(link))).status).toBe(200)
    await correct(third)
    await correct(second)
    expect(await queueWatchNotices()).toBe(1)
    await eraseCertificate(first, { reason: 'asked for', actor: 'test' })
    expect(await receive(sink)).toEqual([])
    expect(await prisma().watch.count()).toBe(0)
    expect((await changeList(listLink(mails.find(({ to }) => to[0] === email)))).status).toBe(404)
  })
})

describe('a table of which nobody can tell which column counts', () => {
  it('is refused by both forms, and nothing of it is looked up', async () => {
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    const table = `P1234567;${two}\nP2345678;\nP3456789;\nP4567890;`
    const asked = await sendWatchForm([
      ['serials', table],
      ['email', email],
    ])
    await watch(sink, [one], email)
    await correct(one)
    const link = listLink((await receive(sink))[0])
    const added = await changeList(link, [
      ['action', 'add'],
      ['serials', table],
    ])
    expect([asked.status, added.status]).toEqual([400, 400])
    for (const html of [await asked.text(), await added.text()])
      expect(html).toContain('More than one column of this list could hold the serials. Paste that column alone.')
    expect(await prisma().watch.count()).toBe(1)
  })
})

describe('asking by a serial that was replaced', () => {
  it('names it in the message that confirms, beside the one that is watched', async () => {
    const [first, plain] = [await issueOne(issuer), await issueOne(issuer)]
    const third = await correct(await correct(first))
    await askToBeTold([first, plain], email)
    const [mail] = await receive(sink)
    expect(told(mail?.text)).toEqual([replaced(first, third)])
    expect(withoutMarks(mail?.text ?? '')).toContain(plain)
  })

  it('names what was replaced before the message was written', async () => {
    const first = await issueOne(issuer)
    await askToBeTold([first], email)
    const second = await correct(first)
    expect((await receive(sink)).map(({ text }) => told(text))).toEqual([[replaced(first, second)]])
  })
})
