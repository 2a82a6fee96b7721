import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'

const GROUPS = ['verification', 'files', 'keys', 'issuers', 'issuer-interface', 'service']
const PATHS = [
  '',
  ...[...GROUPS, 'objects', 'webhooks', 'errors', 'search?q=serial', 'nothing'].map((name) => `/${name}`),
]
/** Swagger UI, compressed; everything else of the documentation is without a script. */
const TRY_BYTES = 480_000

for (const width of [360, 390, 1280]) {
  test(`a developer reads every page of the documentation, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of PATHS) {
      await page.goto(`/docs${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // 360 px is laid out as 390 is, and narrower.
      if (width !== 360) await expectAccessible(page, { colours: width === 390 })
      for (const dir of ['ltr', 'rtl']) {
        await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
        await expectNoSidewaysScroll(page)
      }
    }
    await page.goto('/docs')
    await expect(page.getByRole('complementary', { name: 'The rule for accepting a certificate' })).toBeInViewport()
  })
}
test.use({ expectedErrors: [/status of (404 .*\/docs\/nothing|401 .*\/lookup)/] })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the first page leads to an endpoint, its fields to their object, and the search to both', async ({ page }) => {
    await page.goto('/docs')
    await page.getByRole('main').getByRole('link', { name: 'Verify by serial', exact: true }).click()
    await expect(page).toHaveURL(/\/docs\/verification#verifyBySerial$/)
    const article = page.getByRole('article', { name: 'Verify by serial', exact: true })
    await expect(article.getByRole('heading', { level: 2 })).toBeInViewport()
    await article.getByRole('link', { name: 'Verification', exact: true }).click()
    await expect(page).toHaveURL(/\/docs\/objects#Verification$/)
    await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeInViewport()

    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('watches')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Be told of changes' }).click()
    await expect(page.getByRole('article', { name: 'Be told of changes' })).toBeVisible()
  })

  test('the page for trying requests out leads to the pages that need none', async ({ page }) => {
    await page.goto('/docs/try')
    await expect(page.getByRole('status')).toContainText('or without scripts, use the Documentation')
    await page.getByRole('status').getByRole('link', { name: 'Documentation' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  })
})

test('a wide table scrolls inside itself by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/docs')
  const table = page.getByRole('group', { name: 'Outcomes' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('only the page for trying requests out loads a script, and all of it comes from here', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  for (const path of PATHS) await page.goto(`/docs${path}`)
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.goto('/docs/try')
  await unfolded(page)
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(TRY_BYTES)
})

test('the page for trying requests out says what is to come until its script has run', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/tryIt-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/docs/try', { waitUntil: 'commit' })
  const status = page.getByRole('status')
  await expect(status).toContainText('The endpoints appear here')
  await expect(status.getByRole('link', { name: 'Documentation' })).toBeVisible()
  release()
  await unfolded(page)
  await expect(status).toBeHidden()
})

const unfolded = (page: Page) => expect(page.locator('.opblock').first()).toBeVisible()

for (const width of [390, 1280]) {
  test(`a developer tries a request out, ${width} px wide`, async ({ page, baseURL }) => {
    const serial = await exampleSerial('verified')
    await page.setViewportSize({ width, height: 800 })
    await page.context().addCookies([{ name: 'seen', value: 'nowhere', url: baseURL ?? '' }])
    await page.goto('/docs/verification')
    await page
      .getByRole('article', { name: 'Verify by serial', exact: true })
      .getByRole('link', { name: 'Try it' })
      .click()
    await expect(page.getByRole('button', { name: 'Execute' })).toBeVisible()
    await page.getByRole('textbox', { name: 'serial', exact: true }).fill(serial)
    const asked = page.waitForRequest(/\/verify\/[0-9A-Z]/)
    await page.getByRole('button', { name: 'Execute' }).click()
    expect((await (await asked).allHeaders()).cookie).toBeUndefined()
    await expect(page.locator('.live-responses-table')).toContainText('"overall_status": "verified"')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

test('a search keeps the endpoints that hold its words', async ({ page }) => {
  await page.goto('/docs/try')
  await unfolded(page)
  await page.getByRole('searchbox', { name: 'Search the endpoints' }).fill('receipt valid')
  await expect(page.locator('.opblock-summary-path')).toHaveText(['/api/public/receipts/validate'])
})

test('a key is sent with what was asked for, and gone with the page', async ({ page }) => {
  await page.goto('/docs/try#/Issuer%20interface/lookUpCertificates')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('.auth-container').first().getByRole('textbox').fill('svc_of_nobody')
  await expectAccessible(page)
  await page.locator('.auth-container').first().getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  const asked = page.waitForRequest(/\/certificates\/lookup/)
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await (await asked).allHeaders()).authorization).toBe('Bearer svc_of_nobody')
  await expect(page.locator('.live-responses-table')).toContainText('401')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain('svc_of_nobody')
})

test('nothing in the address makes the page read another description', async ({ page }) => {
  const elsewhere = '/api/health/live'
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const query of [`?url=${elsewhere}`, `?configUrl=${elsewhere}`, `?urls.primaryName=x&url=${elsewhere}`]) {
    await page.goto(`/docs/try${query}#/Verification/<img src=x onerror=alert(1)>`)
    await unfolded(page)
  }
  expect(asked).not.toContain(elsewhere)
})
test.describe('where the description cannot be had', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('the page says so', async ({ page }) => {
    await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 503 }))
    await page.goto('/docs/try')
    await expect(page.getByRole('status')).toContainText('could not be loaded')
  })
})
