import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'

for (const width of [360, 1280]) {
  test(`a developer reads the documentation, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const response = await page.goto('/docs')
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
    await expect(page.getByRole('complementary', { name: 'The rule for accepting a certificate' })).toBeInViewport()
    await expectAccessible(page)
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('the table of contents leads to an endpoint, and its fields to their object', async ({ page }) => {
  await page.goto('/docs')
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Verify by serial', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 3, name: 'Verify by serial', exact: true })).toBeInViewport()
  await page
    .getByRole('article', { name: 'Verify by serial', exact: true })
    .getByRole('link', { name: 'Verification', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 3, name: 'Verification', exact: true })).toBeInViewport()
})

test('a wide table scrolls inside itself by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/docs')
  const table = page.getByRole('group', { name: 'Outcomes' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})
