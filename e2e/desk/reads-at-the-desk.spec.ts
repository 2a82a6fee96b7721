import { readFile } from 'node:fs/promises'
import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer, exampleSerial, issueCertificate } from '@/e2e/support/operator'

const UNKNOWN = '0123-4567-89AB-CDE4'

test('a reader looks up, searches, opens one and reads the log', async ({ page, context }) => {
  const slug = await addIssuer()
  const ana = await issueCertificate('Ana-Lucía Müller Nguyễn', 'Knots and Splices', slug)
  const bo = await issueCertificate('Bo Öz', 'Basic Safety', slug)
  const foreign = await exampleSerial('verified')
  await page.setViewportSize({ width: 360, height: 740 })
  await joinDesk(await context.newPage(), slug, 'owner')
  await context.clearCookies()
  await joinDesk(page, slug, 'reader')
  const inspect = async () => {
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  const rows = () => page.getByRole('row').filter({ has: page.getByRole('cell') })

  await test.step('pastes serials', async () => {
    await place('Certificates')
    await place('Look up a list')
    await inspect()
    await page.getByLabel('Serials', { exact: true }).fill(`${ana.toLowerCase()}\n${bo}\n${UNKNOWN}\n${foreign}`)
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByRole('status')).toHaveText('4 looked up, 2 of them found.')
    await expect(rows()).toHaveCount(4)
    await inspect()
    await page.getByLabel('Show').selectOption({ label: 'Not found' })
    await expect(rows()).toHaveCount(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toContain(UNKNOWN)
  })

  await test.step('chooses a CSV file', async () => {
    await page.goto('/dashboard/look-up')
    const buffer = Buffer.from(`name,serial\nx,${bo}\n`)
    await page.getByLabel('Or a CSV file').setInputFiles({ name: 'serials.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByRole('status')).toHaveText('1 looked up, 1 of them found.')
  })

  await test.step('sees nothing of an earlier list where a later one could not be looked up', async () => {
    await expect(rows()).toHaveCount(1)
    await page.route('**/dashboard/look-up/batch*', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByRole('status')).toHaveText(/^The lookup stopped early/)
    await expect(rows()).toHaveCount(0)
    await page.unroute('**/dashboard/look-up/batch*')
  })

  await test.step('searches and opens one', async () => {
    await place('Certificates')
    await inspect()
    const key = `certs_${'aB3dE5fG7h'.repeat(4)}`
    for (const [form, field] of [
      ['.desk-search', page.getByRole('searchbox')],
      ['.search-form', page.getByLabel('Serial', { exact: true })],
    ] as const) {
      await field.fill(`“${key}”`)
      await page.locator(form).getByRole('button', { name: 'Search' }).click()
      const refused = (input: HTMLInputElement) => input.validationMessage
      await expect.poll(() => field.evaluate(refused)).toBe('This is an API key, a secret. It is not searched for.')
      expect(page.url()).not.toContain('certs_')
      await field.fill('')
    }
    await page.getByLabel('Name', { exact: true }).fill('muller ngu')
    await page.locator('.search-form').getByRole('button', { name: 'Search' }).click()
    await expect(rows()).toHaveCount(1)
    await inspect()
    await page.getByRole('link', { name: ana }).click()
    await expect(page.getByRole('main')).toContainText('Ana-Lucía Müller Nguyễn')
    await inspect()
    await expect(page.getByRole('link', { name: 'Withdraw' })).toHaveCount(0)
  })

  await test.step('reads the log', async () => {
    await place('Settings')
    await place('Activity')
    await inspect()
    await expect(page.getByRole('main')).toContainText('Test reader')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all as CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('person.joined')
  })
})

test.describe('without JavaScript', () => {
  test('serials are looked up in one step', async ({ page, browser, clientAddress }) => {
    const slug = await addIssuer()
    const serial = await issueCertificate('Bo Öz', 'Basic Safety', slug)
    await joinDesk(page, slug, 'owner')
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      extraHTTPHeaders: { 'x-forwarded-for': clientAddress },
    })
    const still = await plain.newPage()
    await still.goto(new URL('/dashboard/look-up', page.url()).href)
    await still.getByLabel('Serials', { exact: true }).fill(`${serial}\n${UNKNOWN}`)
    await still.getByRole('button', { name: 'Look up' }).click()
    await expect(still.getByRole('row').filter({ has: still.getByRole('cell') })).toHaveCount(2)
    await expect(still.getByRole('link', { name: serial })).toBeVisible()
    await plain.close()
  })
})
