import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'

test('a visitor opens the site', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/\S/)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
})

test('a visitor reads what is kept of people', async ({ page, browser }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(page.getByText('is removed after 90 days')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  const context = await browser.newContext({ locale: 'ar', viewport: { width: 360, height: 740 } })
  const arabic = await context.newPage()
  await arabic.goto(page.url())
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(arabic)
  await expectNoSidewaysScroll(arabic)
  await context.close()
})
