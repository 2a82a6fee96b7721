import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { exampleSerial, issueCertificate } from './support/operator'

/** The block of schema.org data about a certificate, which stands on the page of a verified one alone. */
const blocks = (page: Page) => page.locator('script[type="application/ld+json"]')

async function dataOf(page: Page, serial: string): Promise<{ text: string; data: Record<string, unknown> }> {
  await page.goto(`/verify/${encodeURIComponent(serial)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  await expect(blocks(page)).toHaveCount(1)
  const text = (await blocks(page).textContent()) ?? ''
  return { text, data: JSON.parse(text) as Record<string, unknown> }
}

for (const [nth, person] of [
  [0, /Ana|Luc|Müller|Nguy/],
  [1, /J[öø]r?rgen|Sjöberg|Ødegård/],
] as const) {
  test(`tells programs what a verified certificate is, and not whose, ${nth + 1}`, async ({ page, baseURL }) => {
    const serial = await exampleSerial('verified', nth)
    const { text, data } = await dataOf(page, serial)
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'EducationalOccupationalCredential',
      credentialCategory: 'certificate',
      name: expect.stringMatching(/\S/),
      identifier: serial,
      url: new URL(`/verify/${encodeURIComponent(serial)}`, baseURL).href,
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...('expires' in data && { expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }),
      recognizedBy: {
        '@type': 'Organization',
        name: expect.stringMatching(/\S/),
        url: expect.stringMatching(/^https:\/\//),
      },
    })
    // The page names the person; the block does not.
    await expect(page.getByRole('main')).toContainText(person)
    expect(text).not.toMatch(person)
    expect(text).not.toMatch(/registration|recipient|full_name|@gmail/i)
    await page.waitForLoadState('networkidle')
  })
}

test('what somebody wrote into a certificate ends no block and runs nothing', async ({ page }) => {
  const event = '</script><script>document.title = "run"</script><!-- & Knots'
  const serial = await issueCertificate('</script><b>Person', event)
  const { text, data } = await dataOf(page, serial)
  expect(data.name).toBe(event)
  expect(text).not.toMatch(/[<>&]|Person/)
  expect(await page.title()).not.toBe('run')
  await expect(page.getByRole('main')).toContainText('</script><b>Person')
})

for (const status of ['superseded', 'withdrawn', 'expired', 'issuer_suspended']) {
  test(`says nothing to programs about a certificate that is ${status}`, async ({ page }) => {
    await page.goto(`/verify/${encodeURIComponent(await exampleSerial(status))}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Genuine and current')
    await expect(blocks(page)).toHaveCount(0)
    await page.waitForLoadState('networkidle')
  })
}

test.describe('says nothing to programs', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('where there is no certificate', async ({ page }) => {
    for (const path of ['/verify/0000-0000-0000-0000', '/verify/nothing', '/']) {
      await page.goto(path)
      await expect(blocks(page)).toHaveCount(0)
    }
  })
})
