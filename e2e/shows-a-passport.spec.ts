import type { Browser, Page } from '@playwright/test'
import { joinDesk } from './support/desk'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { addIssuer, issueCertificates, makePassport, withdrawCertificate } from './support/operator'

/** A holder with a private link, whoever is given the public one, and the issuer's desk. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const entries = (page: Page) => page.locator('[data-status]')
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const NAME = 'Chloé Dubois-Lefèvre'

test.use({ expectedErrors: [/status of (404|400)/] })

async function expectFits(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }
}

async function inspect(page: Page): Promise<void> {
  await expectFits(page)
  await expectAccessible(page)
}

/** Somebody else's browser. */
async function visitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a holder chooses, hides, closes and deletes, and others see just that', async ({ page, browser }) => {
  const serials = await issueCertificates([
    [NAME, 'Knots and Splices'],
    [NAME, 'Night Sailing'],
  ])
  const passport = await makePassport(serials)
  const token = passport.manage_url.split('#')[1] ?? ''
  const told: string[] = []
  page.on('request', (request) => told.push(request.url().split('#')[0] ?? '', request.headers().referer ?? ''))

  await page.goto(passport.manage_url)
  await expect(page.getByText('Anyone who has this link sees')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await inspect(page)
  const other = await visitor(browser)
  await other.goto(passport.url)
  await expect(other.locator('.name')).toHaveText(NAME)
  await expect(entries(other)).toHaveCount(2)
  await inspect(other)

  await page.getByLabel('Night Sailing').uncheck()
  await page.getByLabel('Show my name').uncheck()
  await save(page)
  await expect(page.getByText('Saved.')).toBeVisible()
  await other.reload()
  await expect(entries(other)).toHaveCount(1)
  await expect(other.getByText('The holder does not show the name.')).toBeVisible()
  const html = await other.content()
  for (const hidden of [NAME, 'Night Sailing', ...serials, '/verify/']) expect(html).not.toContain(hidden)
  await expectFits(other)

  // What is open stays open in another language, although no address may carry the secret.
  await page.locator('.languages summary').click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('input[name=show_name]')).not.toBeChecked()
  await expectFits(page)
  await page.locator('.languages button[value=en]').evaluate((button: HTMLButtonElement) => button.click())
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')

  await page.getByText('Replace the public link').first().click()
  await page.getByRole('button', { name: 'Replace the public link' }).click()
  await expect(page.getByText('The public link is a new one.')).toBeVisible()
  await other.reload()
  await expect(heading(other)).toHaveText('Nothing is shown here')
  await inspect(other)
  const next = await page.locator('#public-link').innerText()
  await other.goto(next)
  await expect(entries(other)).toHaveCount(1)

  await page.getByText('Replace the private link').first().click()
  await page.getByRole('button', { name: 'Replace the private link' }).click()
  const link = await page.locator('#private-link').innerText()
  await inspect(page)
  // Pasted on the open page: a browser does not load it anew for another fragment.
  const openedBy = page.locator('[data-passport-again] input')
  await page.goto(passport.manage_url)
  await expect(openedBy).toHaveValue(token)
  await page.goto(link)
  await expect(openedBy).toHaveValue(link.split('#')[1] ?? '')
  await page.goto(passport.manage_url)
  await expect(page.getByRole('alert')).toHaveText(/This private link opens nothing/)
  expect(new URL(page.url()).hash).toBe('')
  await inspect(page)
  await page.goto(link)

  await page.getByLabel('Make it public').uncheck()
  await save(page)
  await expect(page.getByText('Nobody sees it now.')).toBeVisible()
  await other.reload()
  await expect(heading(other)).toHaveText('Nothing is shown here')

  await page.getByText('Delete everything').click()
  const confirm = page.getByLabel(/^To confirm, type/)
  await confirm.fill('no')
  await page.getByRole('button', { name: 'Delete the passport' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Nothing was deleted/)
  await confirm.fill(next.split('/').at(-1)?.slice(0, 4) ?? '')
  await page.getByRole('button', { name: 'Delete the passport' }).click()
  await expect(heading(page)).toHaveText('Your passport is deleted')
  await expectFits(page)

  expect(told.join('\n')).not.toContain(token)
  expect(told.filter((text) => text.includes(link.split('#')[1] ?? ''))).toEqual([])
})

test('whoever is given the link sees what holds now, and no longer than five minutes', async ({ page }) => {
  const serials = await issueCertificates([
    [NAME, 'Knots and Splices'],
    ['Chloé Dubois', 'Night Sailing'],
  ])
  const { url } = await makePassport(serials)
  await page.clock.install()
  await page.goto(url)
  await expect(entries(page)).toHaveCount(2)
  await expect(page.getByText('The names on these certificates are not the same.')).toBeVisible()
  await expect(page.getByText('It does not show that these certificates belong to one person')).toBeVisible()
  const referers: (string | undefined)[] = []
  page.on('request', (request) => referers.push(request.headers().referer))
  await page.getByRole('link', { name: `Check this certificate by itself ${serials[0]}` }).click()
  await expect(heading(page)).toHaveText('Genuine and current')
  expect(referers.filter((referer) => referer?.includes('/passport/'))).toEqual([])
  await withdrawCertificate(serials[1] ?? '')
  await page.goBack()
  await expect(page.locator('[data-status]:visible')).toHaveCount(1)
  await expect(page.locator('.name')).toHaveText(NAME)
  await expect(page.getByText('Night Sailing')).toHaveCount(0)
  await page.clock.runFor('05:01')
  await expect(heading(page)).toHaveText(/^Checked at/)
  await expect(page.locator('[data-status]:visible')).toHaveCount(0)
  await expect(page.getByText(NAME)).toHaveCount(0)
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(entries(page)).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the private link is pasted, and everything works', async ({ page }) => {
    const { url, manage_url: link } = await makePassport(await issueCertificates([[NAME, 'Knots and Splices']]))
    const response = await page.goto(link)
    // Chromium shows what stands in <noscript> only where scripts are off in its own settings.
    expect(await response?.text()).toMatch(/<noscript><p[^>]*>Without JavaScript the link does not open by itself/)
    await page.getByLabel('Private link').fill(link)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabel('Show my name').uncheck()
    await save(page)
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.goto(url)
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByText(NAME)).toHaveCount(0)
  })
})

test('an issuer makes a passport at the desk, and adds to one', async ({ page, browser }) => {
  const slug = await addIssuer()
  const rows: [string, string][] = [
    [NAME, 'Knots'],
    [NAME, 'Sails'],
  ]
  const [first, second] = await issueCertificates(rows, slug)
  await joinDesk(page, slug, 'owner')
  await page.goto(`/dashboard/certificates/${first}`)
  await page.getByRole('link', { name: 'Passport' }).click()
  await inspect(page)
  await page.getByRole('button', { name: 'Create a passport' }).click()
  const [link, url] = [await page.locator('#private').innerText(), await page.locator('#public').innerText()]
  await inspect(page)
  await page.goto(`/dashboard/certificates/${second}/passport`)
  await page.getByLabel('Public link or handle of the passport').fill(url)
  await page.getByRole('button', { name: 'Add to a passport' }).click()
  await expect(page.getByText(/now waits in the passport/)).toBeVisible()
  await expectFits(page)

  const holder = await visitor(browser)
  await holder.goto(link)
  await expect(holder.getByLabel('Sails')).not.toBeChecked()
  await holder.getByLabel('Sails').check()
  await holder.getByLabel('Make it public').check()
  await save(holder)
  await holder.getByRole('link', { name: 'See what others see' }).click()
  await expect(entries(holder)).toHaveCount(2)
})
