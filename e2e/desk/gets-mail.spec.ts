import type { Page } from '@playwright/test'
import { codeFor, PASSWORD } from '@/e2e/support/desk'
import { expect, test as base } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { certs, type ServicePlace } from '@/e2e/support/operator'
import { startService } from '@/e2e/support/start-service'
import { type SmtpSink, type SunkMail, startSmtpSink } from '@/test/network/smtp-sink'

interface MailService {
  sink: SmtpSink
  place: ServicePlace
}

/** A service of its own: mail is on in this one alone. */
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

const linkIn = (mail: SunkMail | undefined) => /^https?:\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''

test('an invited owner issues, and recipients open what they are sent', async ({ page, mail: { sink, place } }) => {
  const mailTo = async (address: string, nth: number) => {
    const found = () => sink.mails.filter(({ to }) => to[0] === address)
    await expect.poll(() => found().length, { timeout: 60_000 }).toBe(nth)
    return found().at(-1)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const words = ['--name', 'Institute of Mail', '--slug', 'mail', '--domain', 'mail.example']
  await certs(place, 'issuer', 'add', ...words)
  await certs(place, 'user', 'invite', 'mail', '--email', 'owner@desk.test')
  const invitation = await mailTo('owner@desk.test', 1)
  expect(invitation?.headers.get('subject')).toBe('Invitation to the desk of Institute of Mail')
  expect(linkIn(invitation)).toContain(`${place.url}/dashboard/invitation#`)

  await page.goto(linkIn(invitation))
  await page.getByLabel('Your name').fill('Test owner')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Accept' }).click()
  const secret = await page.locator('code.fingerprint').innerText()
  await page.getByLabel('Code', { exact: true }).fill(codeFor(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.locator('.desk-account summary', { hasText: 'Test owner' })).toBeVisible()

  await page.goto(`${place.url}/dashboard/issue`)
  const rows = [
    'full_name,event_title,achievement,email,language',
    'Ana Müller,Knots,Passed,ana@example.org,de',
    'ليلى حداد,Knots,Passed,layla@example.org,ar',
  ].join('\n')
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByLabel('A table: Excel (XLSX) or CSV').setInputFiles(file)
  await page.getByLabel('Send each recipient their link by mail').first().check()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check the table' }).click()
  await expect(page.getByText('each recipient with an address gets their link')).toBeVisible()
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click()
  await expect(page.getByText('2 recipients get their link by mail.')).toBeVisible()

  const ana = await mailTo('ana@example.org', 1)
  const layla = await mailTo('layla@example.org', 1)
  expect(ana?.headers.get('subject')).toBe('Ihr Zertifikat von Institute of Mail: Knots')
  expect(layla?.html).toContain('dir="rtl"')

  await page.goto('about:blank')
  for (const [name, mail] of Object.entries({ ana, layla })) await show(page, name, mail)
  await page.setContent(ana?.html ?? '')
  await page.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`^${place.url}/verify/`))
  await expect(page.getByRole('main')).toContainText('Ana Müller')

  const serial = decodeURIComponent(new URL(linkIn(ana)).pathname.split('/').at(-1) ?? '')
  await page.goto(`${place.url}/dashboard/certificates/${serial}/withdraw`)
  await page.getByLabel('Why it is withdrawn').fill('The course was not completed')
  await page.getByLabel('Tell the recipient by mail').check()
  await page.getByLabel('Type the serial of this certificate').fill(serial)
  await page.getByRole('button', { name: 'Withdraw it for good' }).click()
  expect((await mailTo('ana@example.org', 2))?.headers.get('subject')).toMatch(/wurde zurückgezogen/)
  await page.goto(`${place.url}/dashboard/certificates/${serial}`)
  await expect(page.getByText('Notice of the withdrawal: sent')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

/** The message as a mail program shows it, on a telephone, light and dark. */
async function show(page: Page, name: string, mail: SunkMail | undefined): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setContent(mail?.html ?? '')
    await expectNoSidewaysScroll(page)
    await test.info().attach(`${name}-${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  await page.emulateMedia({ colorScheme: null })
}
