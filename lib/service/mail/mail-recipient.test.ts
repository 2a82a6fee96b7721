import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate, withdrawWithin } from '@/lib/service/change/withdraw-certificate'
import { issueFromFile, type IssueFileOptions } from '@/lib/service/issue/issue-from-file'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { eraseMail } from './erase-mail'
import { sendMailOnce } from './operate-mail'

const database = useServiceDatabase({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
  MAIL_PER_MINUTE: '10000',
})

let sink: SmtpSink
let issuer: StoredIssuer
beforeAll(async () => {
  sink = await useSink()
  issuer = await mintIssuer({ name: 'Institute of Mail' })
})
afterAll(() => sink.close())
beforeEach(async () => {
  sink.mails.length = 0
  await database.asOwner('DELETE FROM mail_messages')
})

const send = () => sendMailOnce(new AbortController().signal)
const by = { actor: 'test', reason: 'r' }
const row = (name: string, email: string, language: string) => `${name},Event,Passed,${email},${language}`

function issue(lines: string[], changes: Partial<IssueFileOptions> = {}) {
  const text = ['full_name,event_title,achievement,email,language', ...lines].join('\n')
  const options = { dryRun: false, skipBad: false, allowRepeats: false, guessableSerials: false, actor: 'test' }
  return issueFromFile(issuer.id, Buffer.from(text), { ...options, notify: true, ...changes }, async (result) => {
    const certificates = []
    for await (const one of result.certificates()) certificates.push(one)
    return { issued: result.issued, mailed: result.mailed, certificates }
  })
}

describe('issuing from a file with notice', () => {
  it('sends each recipient who has an address their link, in their language, once', async () => {
    const word = randomUUID()
    const lines = [
      row(`Ana ${word}`, 'ana@example.org', 'es'),
      row(`Ben ${word}`, 'ben@example.org', ''),
      row(`Cem ${word}`, '', 'de'),
    ]
    const first = await issue(lines)
    expect(first).toMatchObject({ issued: 3, mailed: 2 })
    const again = await issue(lines)
    expect(again).toMatchObject({ issued: 0, mailed: 0 })
    await send()
    expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual(['ana@example.org', 'ben@example.org'])
    const ana = sink.mails.find(({ to }) => to[0] === 'ana@example.org')
    expect(ana?.headers.get('subject')).toBe('Su certificado de Institute of Mail: Event')
    expect(ana?.text).toContain(`/verify/${first.certificates[0]?.serial}`)
    const ben = sink.mails.find(({ to }) => to[0] === 'ben@example.org')
    expect(ben?.headers.get('subject')).toBe('Your certificate from Institute of Mail: Event')
  })

  it('sends nothing without being asked, nor when it only checks', async () => {
    await issue([row(randomUUID(), 'ana@example.org', '')], { notify: false })
    await issue([row(randomUUID(), 'ana@example.org', '')], { dryRun: true })
    expect(await prisma().mailMessage.count()).toBe(0)
  })

  it('is refused where no mail can be sent, before anything is issued', async () => {
    const before = env()
    setEnv({ ...before, SMTP_URL: undefined })
    const name = randomUUID()
    await expect(issue([row(name, 'ana@example.org', '')])).rejects.toMatchObject({ code: 'malformed' })
    setEnv(before)
    expect(await prisma().certificate.count({ where: { fullName: name } })).toBe(0)
  })
})

describe('corrections and withdrawals', () => {
  const mine = { email: 'ana@example.org', language: 'fr' as const }

  it('are told to the recipient where that is asked for', async () => {
    const serial = await issueOne(issuer, mine)
    const corrected = await correctCertificate(serial, { fullName: 'Ana Nouvelle' }, { ...by, notify: true })
    expect(corrected.mailed).toBe(true)
    await send()
    const current = corrected.certificate.serial
    expect(sink.mails[0]?.headers.get('subject')).toMatch(
      /^Votre certificat, émis par Institute of Mail, a été corrigé/,
    )
    expect(sink.mails[0]?.text).toContain('Ana Nouvelle')
    expect(sink.mails[0]?.text).toContain(serial)
    const order = { ...by, publicReason: 'Mauvais nom.', notify: true }
    expect(await withdrawCertificate(current, order)).toMatchObject({ mailed: true })
    await send()
    expect(sink.mails[1]?.to).toEqual(['ana@example.org'])
    expect(sink.mails[1]?.text).toContain('Mauvais nom.')
  })

  it('are told to nobody else', async () => {
    const serial = await issueOne(issuer, mine)
    expect(await correctCertificate(serial, { fullName: 'X' }, by)).toMatchObject({ mailed: false })
    const nameless = await issueOne(issuer)
    const order = { ...by, publicReason: null, notify: true }
    expect(await withdrawCertificate(nameless, order)).toMatchObject({ mailed: false })
    expect(await prisma().mailMessage.count()).toBe(0)
  })

  const plain = (text = '') => text.replaceAll(/[\u200b\u2066-\u2069]/g, '')
  const current = async (serial: string, notify: boolean) =>
    (await correctCertificate(serial, { fullName: `Ana ${serial.slice(-4)}` }, { ...by, notify })).certificate.serial
  const ofMail = async () => {
    await send()
    return sink.mails.map(({ headers, text }) => ({ subject: headers.get('subject'), text: plain(text) }))
  }
  /** A certificate whose first message waits. */
  const issueWithNotice = async () =>
    (await issue([row(randomUUID(), 'ana@example.org', 'en')])).certificates[0]?.serial ?? ''

  it('let the message with the link go on to the correction, which is told by no message of its own', async () => {
    const first = await issueWithNotice()
    const last = await current(await current(first, false), false)
    const mails = await ofMail()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your certificate from Institute of Mail: Event'])
    expect(mails[0]?.text).toContain(`https://verify.test/verify/${last}`)
    expect(mails[0]?.text).not.toContain(first)
  })

  it.each([
    ['told while the next one is not', true, false],
    ['told silently, and the next one by mail', false, true],
    ['told while the next one comes, by one message', true, true],
  ])('name every version that they replaced: %s', async (_what, ...[second, third]) => {
    const first = await issueWithNotice()
    await send()
    sink.mails.length = 0
    const middle = await current(first, second)
    const last = await current(middle, third)
    const mails = await ofMail()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your certificate from Institute of Mail was corrected: Event',
    ])
    const [text = ''] = mails.map((mail) => mail.text)
    expect(text).toContain('It replaces these certificates, which are not valid any more:')
    expect([first, middle].map((serial) => text.includes(`: ${serial}`))).toEqual([true, true])
    expect(text).toContain(`https://verify.test/verify/${last}`)
  })

  it('name every version of what was withdrawn, too', async () => {
    const first = await issueWithNotice()
    await send()
    sink.mails.length = 0
    const last = await current(first, false)
    await withdrawCertificate(last, { ...by, publicReason: null, notify: true })
    const [mail] = await ofMail()
    expect(mail?.subject).toBe('A certificate from Institute of Mail was withdrawn: Event')
    expect([first, last].map((serial) => mail?.text.includes(` ${serial}`))).toEqual([true, true])
  })

  it('are told to nobody where the last one was withdrawn meanwhile', async () => {
    const last = await current(await issueWithNotice(), true)
    await withdrawCertificate(last, { ...by, publicReason: null })
    expect(await ofMail()).toEqual([])
  })

  it('that are rolled back are told to nobody', async () => {
    const serial = await issueOne(issuer, mine)
    const undone = transaction(async (tx) => {
      expect((await withdrawWithin(tx, serial, { ...by, publicReason: null, notify: true })).mailed).toBe(true)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await send()
    expect(sink.mails).toEqual([])
  })

  it('of who was erased are told to nobody', async () => {
    const serial = await issueOne(issuer, mine)
    await withdrawCertificate(serial, { ...by, publicReason: null, notify: true })
    const { id } = await prisma().certificate.findFirstOrThrow({ where: { serial } })
    expect(await transaction((tx) => eraseMail(tx, [id], []))).toEqual({ emptied: 1, others: 0 })
    await send()
    expect(sink.mails).toEqual([])
  })
})
