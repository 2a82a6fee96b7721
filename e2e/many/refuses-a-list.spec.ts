import { keepListOf } from '@/e2e/support/kept-list'
import { expect, test } from '@/e2e/support/samples'
import { stopClock } from '@/e2e/support/stop-clock'

/** Serials that were just refused, on a device that keeps an older list. */
const KEPT = 'NS/2019/0001'

for (const [name, heading] of [
  ['check-many-places', 'Too many checks'],
  ['check-many-outage', 'Could not check just now'],
  ['check-many-none', 'No serial was found'],
] as const)
  test(`a refusal stands alone, whatever list is kept: ${name}`, async ({ page }) => {
    await page.goto('/offline')
    await keepListOf(page, KEPT)
    await page.goto(`/${name}`)
    // The page has looked for its list once its hint is the one of the script.
    await expect(page.locator('#serials-hint')).toContainText('The list is kept in this browser')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expect(page.locator('.verdict')).toBeVisible()
    await expect(page.locator('[data-list]')).toBeHidden()
    await expect(page.getByRole('row', { name: KEPT })).toHaveCount(0)
  })

test('the wait is counted down, and the way on keeps the serials', async ({ page }) => {
  await stopClock(page)
  await page.goto('/check-many-places')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('timer')).toContainText(/\b12\b/)
  await page.clock.runFor(13_000)
  await expect(page.locator('.retry-status')).not.toBeEmpty()
  const again = new URL((await page.getByRole('link', { name: 'Check again' }).getAttribute('href')) ?? '', page.url())
  expect([again.pathname, again.searchParams.get('serials')]).toEqual([
    '/check-many',
    await page.getByRole('textbox', { name: 'Serials' }).inputValue(),
  ])
})
