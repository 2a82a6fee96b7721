import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { certs, type ServicePlace } from '@/e2e/support/operator'
import { startService } from '@/e2e/support/start-service'
import { type SmtpSink, type SunkMail, startSmtpSink } from '@/test/network/smtp-sink'

interface MailService {
  sink: SmtpSink
  place: ServicePlace
}

/** A service of its own: mail is on in this one, and goes to a mail server of the test. */
const test = base.extend<object, { mail: MailService }>({
  mail: [
    async ({}, use) => {
      const sink = await startSmtpSink()
      const variables = { SMTP_URL: sink.url, MAIL_FROM: 'Certificate check <no-reply@verify.test>' }
      const { url, folder, stop } = await startService(variables)
      await use({ sink, place: { url, folder, variables } })
      await stop()
      await sink.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ mail }, use) => use(mail.place.url),
})
// One after the other, with the same service.
test.describe.configure({ mode: 'default' })
// The page of a withdrawn certificate, and links that have come to their end.
test.use({ expectedErrors: [/status of (410|404 .*\/watch\/(list|confirm))/] })

async function issue(place: ServicePlace, names: string[]): Promise<string[]> {
  const file = join(place.folder, `${randomUUID()}.csv`)
  await writeFile(
    file,
    ['full_name,event_title,achievement', ...names.map((name) => `${name},Knots,Passed`), ''].join('\n'),
  )
  const issued = await certs<{ certificates: { serial: string }[] }>(place, 'issue', 'northshore', '--file', file)
  return issued.certificates.map(({ serial }) => serial)
}

const mailsTo = ({ mails }: SmtpSink, address: string) => mails.filter(({ to }) => to[0] === address)

async function mailTo(sink: SmtpSink, address: string, nth: number): Promise<SunkMail> {
  await expect.poll(() => mailsTo(sink, address).length, { timeout: 60_000 }).toBe(nth)
  const last = mailsTo(sink, address).at(-1)
  if (!last) throw new Error('no message')
  return last
}

const linkIn = (mail: SunkMail, path: string) =>
  mail.text.match(/https?:\S+/g)?.find((link) => link.includes(path)) ?? ''

/** Everything that a message says, decoded: what is encoded would hide a name, and could spell one by chance. */
const wordsOf = ({ headers, text, html }: SunkMail) => [...headers.values(), text, html].join('\n')
const NAME = /Dubois|Chlo(?:é|%C3%A9)/i

/** As a mail program does for who presses its own button (RFC 8058): no cookie, no page, no sign-in. */
function unsubscribe(mail: SunkMail): Promise<Response> {
  const address = /^<([^>]+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(address, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click', redirect: 'manual' })
}

test('somebody watches a certificate, is told of its withdrawal, and stops all with one request', async ({
  page,
  mail: { sink, place },
}) => {
  const [first = '', second = ''] = await issue(place, ['Chloé Dubois', 'Ana Müller'])
  const email = `${randomUUID().slice(0, 8)}@employer.example`
  await page.setViewportSize({ width: 390, height: 740 })

  await page.goto(`/verify/${first}`)
  await page.getByText('Be told when this changes').click()
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your inbox')
  // Nothing of the address or the serial stays in the address bar.
  expect(page.url()).not.toMatch(new RegExp(`${email.split('@')[0]}|${first}`))

  const question = await mailTo(sink, email, 1)
  expect(question.text).toContain(first)
  expect(wordsOf(question)).not.toMatch(NAME)
  // Opening the link alone, as mail programs do by themselves, confirms nothing.
  await page.goto(linkIn(question, '/watch/confirm/'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Yes, tell me of changes' }).click()
  await expect(page.getByText('Confirmed. You are told when something changes.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(first)

  // A second one by the private link, which asks for no further message.
  await page.getByLabel('Serials').fill(second)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Added: 1.')).toBeVisible()

  await certs(place, 'withdraw', first, '--reason', 'A test of the inside', '--public-reason', 'Issued in error')
  const notice = await mailTo(sink, email, 2)
  expect(notice.text).toContain(first)
  expect(notice.text).not.toContain(second)
  expect(wordsOf(notice)).not.toMatch(NAME)
  expect(wordsOf(notice)).not.toContain('A test of the inside')
  expect(notice.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  await page.goto(linkIn(notice, `/verify/`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/withdrawn/i)
  await page.goto(linkIn(notice, '/watch/list#'))
  await expect(page.getByRole('main')).toContainText(second)
  await expect(page.getByRole('main')).not.toContainText(first)

  expect((await unsubscribe(notice)).status).toBe(200)
  // A second one is answered like the first.
  expect((await unsubscribe(notice)).status).toBe(200)
  await page.reload()
  await expect(page.getByText('This private link opens nothing.')).toBeVisible()
  await certs(place, 'withdraw', second, '--reason', 'A test')

  // Somebody else is told after that withdrawal, so that what was not sent before it never will be.
  const [other = ''] = await issue(place, ['Luc Perrin'])
  const another = `${randomUUID().slice(0, 8)}@employer.example`
  await page.goto(`/watch?serial=${other}`)
  await page.getByLabel('Your e-mail address').fill(another)
  await page.getByRole('button', { name: 'Tell me' }).click()
  await page.goto(linkIn(await mailTo(sink, another, 1), '/watch/confirm/'))
  await page.getByRole('button', { name: 'Yes, tell me of changes' }).click()
  await expect(page.getByText('Confirmed. You are told when something changes.')).toBeVisible()
  await certs(place, 'withdraw', other, '--reason', 'A test')
  await mailTo(sink, another, 2)
  expect(mailsTo(sink, email)).toHaveLength(2)
})

test('a stranger who types another address learns nothing, and its owner refuses', async ({
  page,
  mail: { sink, place },
}) => {
  const [serial = ''] = await issue(place, ['Sjöberg Jørgen'])
  const email = `${randomUUID().slice(0, 8)}@employer.example`
  const ask = async (typed: string) => {
    await page.goto(`/watch?serial=${typed}`)
    await page.getByLabel('Your e-mail address').fill(email)
    await page.getByRole('button', { name: 'Tell me' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your inbox')
    return page.getByRole('main').innerText()
  }
  const known = await ask(serial)
  const refusing = linkIn(await mailTo(sink, email, 1), '/watch/confirm/')
  // The same words for a serial that nobody has.
  expect(await ask('0123-4567-89AB-CDE4')).toBe(known)
  await page.goto(refusing)
  await page.getByRole('button', { name: 'Do not write to me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^No such question will be sent to you for \d+ days$/,
  )
  expect(await ask(serial)).toBe(known)
  // The link confirms nothing any more.
  await page.goto(refusing)
  await page.getByRole('button', { name: 'Yes, tell me of changes' }).click()
  await expect(page.getByText('This link confirms nothing.')).toBeVisible()
  await certs(place, 'withdraw', serial, '--reason', 'A test')
  expect(mailsTo(sink, email)).toHaveLength(1)
})
