import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'

/** Whoever is handed a badge, on the real service: badges that it issued, published ones, and what is none. */
const SAMPLES = join(import.meta.dirname, '../test/data/badges/samples')
const SELF_ASSERTED = 'dcc/v2__ed25519__didKey__legacy-noStatus-noExpiry.json'

const sample = (path: string) => readFileSync(join(SAMPLES, path))
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const file = (page: Page) => page.getByLabel('Badge as a file')
const text = (page: Page) => page.getByLabel('Or its text')
const submit = (page: Page) => page.getByRole('button', { name: 'Check badge' })

/** The exported badge of an example certificate. */
async function exported(page: Page, status: string, format: 'jsonld' | 'jwt'): Promise<Buffer> {
  const serial = await exampleSerial(status)
  const response = await page.request.get(`/api/public/credentials/${serial}/openbadge?format=${format}`)
  expect(response.status()).toBe(200)
  return response.body()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a badge of this service, found from the home page, leads on to its certificate', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Check an Open Badge' }).click()
      await expect(heading(page)).toHaveText('Check an Open Badge')
      const buffer = await exported(page, 'verified', 'jsonld')
      await file(page).setInputFiles({ name: 'badge.json', mimeType: 'application/json', buffer })
      await submit(page).click()
      await expect(heading(page)).toHaveText('Valid badge')
      await expect(page.locator('.verdict')).toHaveClass(/genuine/)
      await page.getByRole('link', { name: 'Open its certificate' }).click()
      await expect(heading(page)).toHaveText('Genuine and current')
    })

    test('its token, pasted as text', async ({ page }) => {
      const token = (await exported(page, 'verified', 'jwt')).toString()
      await page.goto('/badges')
      await text(page).fill(`\n${token}\n`)
      await submit(page).click()
      await expect(heading(page)).toHaveText('Valid badge')
    })
  })
}

test('the keyboard alone is enough', async ({ page }) => {
  await page.goto('/badges')
  for (let tabs = 0; tabs < 12 && !(await text(page).evaluate((one) => one === document.activeElement)); tabs++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.insertText(sample(SELF_ASSERTED).toString())
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Nobody vouches for the signer')
})

test('one that nobody vouches for never looks genuine, on the smallest screen either', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/badges')
  await file(page).setInputFiles(join(SAMPLES, SELF_ASSERTED))
  await submit(page).click()
  await expect(page.getByText(/Signed by a key that nobody vouches for; it calls itself/)).toBeVisible()
  await expect(page.locator('.genuine')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.describe('what is not valid', () => {
  test.use({ expectedErrors: [/status of 4(00|22)/] })

  test('a changed badge: what is wrong, where, and what to do', async ({ page }) => {
    const badge = (await exported(page, 'verified', 'jsonld')).toString()
    await page.goto('/badges')
    await text(page).fill(badge.replace(/"narrative":"/, '"narrative":"In truth: '))
    await submit(page).click()
    await expect(heading(page)).toHaveText('Not valid')
    await expect(page.getByText('The signature does not fit the badge')).toBeVisible()
    await expect(page.getByText(/^Where: \$\.proof/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Check another badge' }).click()
    await expect(heading(page)).toHaveText('Check an Open Badge')
  })

  test('a picture that is dropped onto the page is read', async ({ page }) => {
    await page.goto('/badges')
    const base64 = sample('1edtech-ob30/simple-jwt.png').toString('base64')
    const dataTransfer = await page.evaluateHandle(async (encoded) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], 'badge.png', { type: 'image/png' }))
      return transfer
    }, base64)
    await heading(page).dispatchEvent('drop', { dataTransfer })
    await expect(page.getByRole('status')).toHaveText('badge.png is ready to be checked.')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Not valid')
    await expect(page.getByText('Nothing ties the key that signed it to the issuer')).toBeVisible()
  })

  test('a picture without a badge says nothing about any badge', async ({ page }) => {
    await page.goto('/badges')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await file(page).setInputFiles({ name: 'badge.svg', mimeType: 'image/svg+xml', buffer: svg })
    await submit(page).click()
    await expect(heading(page)).toHaveText('No badge can be read from this')
    await expect(page.getByText('This says nothing about any badge.')).toBeVisible()
  })
})

test.describe('what cannot be reached', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('an issuer whose name leads nowhere: could not be checked, never a verdict', async ({ page }) => {
    // A name that no resolver knows (RFC 6761, section 6.4).
    const badge = sample('1edtech-ob30/simple.json')
      .toString()
      .replaceAll('https://example.com/', 'https://issuer.invalid/')
    await page.goto('/badges')
    await text(page).fill(badge)
    await submit(page).click()
    await expect(heading(page)).toHaveText('Could not check just now')
    await expect(page.getByText('What could not be reached', { exact: true })).toBeVisible()
    await expect(page.locator('.genuine, .stop')).toHaveCount(0)
  })
})

for (const width of [360, 1280]) {
  test(`the page fits ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/badges')
    await expectNoSidewaysScroll(page)
  })
}
