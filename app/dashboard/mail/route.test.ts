import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as ACTIVITY } from '@/app/dashboard/activity/route'
import { GET as ISSUE } from '@/app/dashboard/issue/route'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { createTranslator } from '@/lib/i18n/translate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { removeFromIssuer } from '@/lib/service/desk/change-people'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { mailRecipients } from '@/lib/service/mail/mail-recipient'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { updateSealed } from '@/lib/store/keys/sealed-rows'
import { forgetUnanswered } from '@/lib/store/mail/mail-settings'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { useSink } from '@/test/desk/mail-scene'
import type { SmtpSink, SunkMail } from '@/test/network/smtp-sink'
import { GET, POST } from './route'

const database = useServiceDatabase({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
  MAIL_PER_MINUTE: '10000',
})
const PATH = '/dashboard/mail'

let sink: SmtpSink
let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  sink = await useSink()
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})
afterAll(() => sink.close())

const choose = (form: Record<string, string>, who = owner) => who.browser.visit(POST, PATH, { form })
const keep = (form: Record<string, string>, who = owner) =>
  choose({ do: 'keep', language: '', words: '', ...form }, who)
const page = async (rest = '', who = owner) => (await who.browser.visit(GET, PATH + rest)).text()
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** What goes out to this address now. */
async function sentTo(address: string): Promise<SunkMail> {
  await sendMailOnce(new AbortController().signal)
  const mail = sink.mails.findLast(({ to }) => to.includes(address))
  if (!mail) throw new Error(`nothing was sent to ${address}`)
  return mail
}

/** Issues a certificate, and mails its recipient. */
async function issue(email: string, of = issuer, language: 'de' | null = null): Promise<string> {
  const rows = [{ ...exampleRow(), email, language }]
  const [issued] = await issueCertificates(of.id, rows, 'operator', async (tx, made) => {
    await mailRecipients(
      tx,
      of.id,
      rows,
      made.map(({ id }) => id),
    )
  })
  return issued?.serial ?? ''
}

/** The code in the message to the mailbox that was asked. */
async function codeFor(address: string): Promise<string> {
  await choose({ do: 'ask', reply_to: address })
  return /^[0-9A-Z]{8}$/m.exec((await sentTo(address)).text)?.[0] ?? ''
}

describe('what an owner chooses', () => {
  it('stands in the next message: the language of who names none, and the words, which become no link', async () => {
    expect((await keep({ language: 'ar', words: 'See you there.\nwin.example/prize' })).headers.get('location')).toBe(
      '/dashboard/mail?done=kept',
    )
    await issue('ana@example.org')
    const mail = await sentTo('ana@example.org')
    const { t } = createTranslator('ar')
    expect(mail.headers.get('content-language')).toBe('ar')
    expect(mail.text).toContain(t('mail.certificate.link'))
    expect(mail.text).toContain('See you there.')
    expect(mail.text).not.toContain('win.example/prize')
    expect(mail.html.match(/href="([^"]*)"/g)?.every((href) => href.startsWith('href="https://verify.test/'))).toBe(
      true,
    )
    await issue('own@example.org', issuer, 'de')
    expect((await sentTo('own@example.org')).headers.get('content-language')).toBe('de')
  })

  it('is what the page shows, and what a test says', async () => {
    await keep({ words: 'The office wishes you well.' })
    const html = await page('?shown=fr')
    expect(html).toContain('<blockquote class="mail-look" lang="fr" dir="ltr">')
    expect(words(html)).toContain('The office wishes you well.')
    expect((await choose({ do: 'test' })).headers.get('location')).toBe('/dashboard/mail?done=tested')
    const test = await sentTo(owner.email)
    expect(test.headers.get('subject')).toMatch(/^Test: /)
    expect(test.text).toContain('there is no such certificate')
    expect(test.text).toContain('The office wishes you well.')
  })

  it('ticks the box that mails recipients, where certificates are issued and nowhere else', async () => {
    const box = async () => /<input type="checkbox" name="notify"[^>]*>/.exec(await form())?.[0] ?? ''
    const form = async () => (await owner.browser.visit(ISSUE, '/dashboard/issue')).text()
    await keep({})
    expect(await box()).not.toContain('checked')
    await keep({ notify: 'yes' })
    expect(await box()).toContain('checked')
  })

  it('is refused at its field, and the rest stays as it was typed', async () => {
    const answer = await keep({ words: 'x'.repeat(501), language: 'de' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('<p id="words-problem"')
    expect(html).toMatch(/<option value="de"[^>]*selected/)
    expect((await keep({ language: 'xx' })).status).toBe(400)
  })

  it('is in the activity log, and told to the owners', async () => {
    await keep({ words: 'Told.' })
    const log = words(await (await owner.browser.visit(ACTIVITY, '/dashboard/activity')).text())
    expect(log).toContain('Changed what mail to recipients says')
    await sendMailOnce(new AbortController().signal)
    const subjects = sink.mails
      .filter(({ to }) => to.includes(owner.email))
      .map(({ headers }) => headers.get('subject'))
    expect(subjects.some((one) => one?.includes('what mail to recipients says was changed'))).toBe(true)
  })
})

describe('what owners are told of', () => {
  it('is changed twenty times a day at most, so that nobody is taught to look away', async () => {
    const person = await mintPerson(await mintIssuer(), 'owner')
    for (let n = 1; n <= 20; n += 1) expect((await keep({ words: `Change ${n}` }, person)).status).toBe(303)
    const next = await keep({ words: 'Send us money.' }, person)
    expect([next.status, (await next.text()).includes('changed twenty times within a day')]).toEqual([400, true])
    expect((await keep({ words: 'Change 20' }, person)).status).toBe(303) // nothing new: nobody is told
  })
})

describe('an address for answers', () => {
  it('is used once its mailbox has confirmed it, in each message about a certificate', async () => {
    const code = await codeFor('office@school.example')
    await issue('before@example.org')
    expect((await sentTo('before@example.org')).headers.has('reply-to')).toBe(false)
    const wrong = await choose({ do: 'confirm', code: code === '00000000' ? '11111111' : '00000000' })
    expect([wrong.status, (await wrong.text()).includes('<p id="code-problem"')]).toEqual([400, true])
    await choose({ do: 'confirm', code: ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` })
    const serial = await issue('after@example.org')
    const mail = await sentTo('after@example.org')
    expect(mail.headers.get('reply-to')).toBe('office@school.example')
    expect(mail.text).toContain('Answers to this message go to')
    await withdrawCertificate(serial, { reason: 'Test', publicReason: null, actor: 'operator', notify: true })
    expect((await sentTo('after@example.org')).headers.get('reply-to')).toBe('office@school.example')
    await choose({ do: 'remove' })
    await issue('later@example.org')
    expect((await sentTo('later@example.org')).headers.has('reply-to')).toBe(false)
  })

  it('is not confirmed by a code whose time is over, nor by one of before', async () => {
    const first = await codeFor('one@school.example')
    const second = await codeFor('two@school.example')
    expect((await choose({ do: 'confirm', code: first })).status).toBe(400)
    await choose({ do: 'remove' })
    expect((await choose({ do: 'confirm', code: second })).status).toBe(400)
  })

  it('is told to the owners when it is asked for and when it is removed', async () => {
    await codeFor('told@school.example')
    await choose({ do: 'remove' })
    await sendMailOnce(new AbortController().signal)
    const subjects = sink.mails
      .filter(({ to }) => to.includes(owner.email))
      .map(({ headers }) => headers.get('subject'))
    expect(subjects.some((one) => one?.includes('a mailbox was asked whether answers to mail may go there'))).toBe(true)
    expect(subjects.some((one) => one?.includes('answers to mail no longer go to an address of yours'))).toBe(true)
  })

  it('keeps no hash of its code that could be tried without the key', async () => {
    const code = await codeFor('hashed@school.example')
    const { rows } = await workingPool().query<{ hash: string }>(
      'SELECT asked_hash AS hash FROM issuer_mail_settings WHERE issuer_id = $1',
      [issuer.id],
    )
    const keyless = [code, `${issuer.id} ${code}`, `reply-to ${issuer.id} ${code}`, `${issuer.id}\n${code}`]
    expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(keyless.map(sha256Hex)).not.toContain(rows[0]?.hash)
  })

  it('is forgotten with its code once that is taken no more', async () => {
    const school = await mintIssuer()
    const person = await mintPerson(school, 'owner')
    await choose({ do: 'ask', reply_to: 'silent@school.example' }, person)
    const asked = async () => {
      const { rows } = await workingPool().query<{ address: string | null }>(
        'SELECT asked_reply_to AS address FROM issuer_mail_settings WHERE issuer_id = $1',
        [school.id],
      )
      return rows.map(({ address }) => address)
    }
    await forgetUnanswered()
    expect(await asked()).toEqual(['silent@school.example'])
    await transaction((tx) =>
      updateSealed(tx, 'issuer_mail_settings', 'issuer_id = $1', [school.id], { askedUntil: new Date(Date.now() - 1) }),
    )
    await forgetUnanswered()
    expect(await asked()).toEqual([null])
  })

  it('takes ten wrong codes a day, and then not even the right one', async () => {
    const person = await mintPerson(await mintIssuer(), 'owner')
    await choose({ do: 'ask', reply_to: 'guessed@school.example' }, person)
    const code = /^[0-9A-Z]{8}$/m.exec((await sentTo('guessed@school.example')).text)?.[0] ?? ''
    const wrong = { do: 'confirm', code: code === '00000000' ? '11111111' : '00000000' }
    for (let n = 0; n < 10; n += 1)
      expect(await (await choose(wrong, person)).text()).toContain('This code is not right')
    const right = await choose({ do: 'confirm', code }, person)
    expect([right.status, (await right.text()).includes('Ten wrong codes were entered')]).toEqual([400, true])
    const log = words(await (await person.browser.visit(ACTIVITY, '/dashboard/activity')).text())
    expect(log).toContain('Entered a wrong code for the address that answers to mail go to')
  })

  it('is gone with the person whose mailbox it is, and owners are told', async () => {
    const school = await mintIssuer()
    const [head, leaver] = [await mintPerson(school, 'owner'), await mintPerson(school, 'editor')]
    await choose({ do: 'ask', reply_to: leaver.email.toUpperCase() }, head)
    const code = /^[0-9A-Z]{8}$/m.exec((await sentTo(leaver.email.toUpperCase())).text)?.[0] ?? ''
    await choose({ do: 'confirm', code }, head)
    expect(await page('', head)).toContain(leaver.email.toUpperCase())
    await removeFromIssuer({ issuerId: school.id, actor: 'operator', address: null }, leaver.person.userId)
    expect(await page('', head)).not.toContain(leaver.email.toUpperCase())
    await sendMailOnce(new AbortController().signal)
    const subjects = sink.mails.filter(({ to }) => to.includes(head.email)).map(({ headers }) => headers.get('subject'))
    expect(subjects.some((one) => one?.includes('answers to mail no longer go to an address of yours'))).toBe(true)
  })

  it('is asked for five times a day, and only as an address', async () => {
    const other = await mintIssuer()
    const person = await mintPerson(other, 'owner')
    for (const n of [1, 2, 3, 4, 5]) await choose({ do: 'ask', reply_to: `a${n}@school.example` }, person)
    const sixth = await choose({ do: 'ask', reply_to: 'a6@school.example' }, person)
    expect([sixth.status, (await sixth.text()).includes('Five codes were sent within a day')]).toEqual([400, true])
    expect((await choose({ do: 'ask', reply_to: 'no address\r\nBcc: x@y.example' })).status).toBe(400)
  })
})

describe('an issuer whose domain nobody verified', () => {
  it('keeps its words and its address to itself', async () => {
    const stranger = await mintIssuer({ attested: false })
    const person = await mintPerson(stranger, 'owner')
    await keep({ words: 'Send us money.' }, person)
    expect(words(await page('', person))).toContain('Your domain is not verified')
    await issue('victim@example.org', stranger)
    expect((await sentTo('victim@example.org')).text).not.toContain('Send us money')
  })
})

describe('who writes to the database', () => {
  it('adds nothing to a message', async () => {
    await keep({ words: 'Ours.' })
    await database.asOwner(`
      ALTER TABLE issuer_mail_settings DISABLE TRIGGER USER;
      UPDATE issuer_mail_settings SET reply_to = 'thief@evil.example' WHERE issuer_id = '${issuer.id}';
      ALTER TABLE issuer_mail_settings ENABLE ALWAYS TRIGGER issuer_mail_settings_sealed;
      ALTER TABLE issuer_mail_settings ENABLE ALWAYS TRIGGER issuer_mail_settings_seal_ends`)
    await issue('safe@example.org')
    const mail = await sentTo('safe@example.org')
    expect(mail.headers.has('reply-to')).toBe(false)
    expect(mail.text).not.toContain('Ours.')
    const { rows } = await workingPool().query('SELECT 1 FROM mail_messages WHERE state = $1', ['queued'])
    expect(rows).toEqual([])
  })
})
