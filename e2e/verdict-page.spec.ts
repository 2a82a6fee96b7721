import { expect, test } from './support/samples'
import { stopClock } from './support/stop-clock'

/** What the verification page does by itself, on made-up pages. */
test('a serial stays on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/verified')
  const lines = await page.locator('.serial').evaluateAll((all) => all.map((one) => one.getClientRects().length))
  expect(lines).toEqual([1])
})

test.describe('without its stylesheet', () => {
  test.use({ viewport: { width: 360, height: 640 }, expectedErrors: [/Failed to load resource/] })

  test('a verdict is still read at a glance', async ({ page }) => {
    await page.route('**/*.css', (route) => route.abort())
    for (const name of ['verified', 'withdrawn', 'could-not-check']) {
      await page.goto(`/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    }
  })
})

test('a verdict gives way after five minutes in view', async ({ page }) => {
  await stopClock(page)
  await page.goto('/verified')
  await page.clock.runFor('04:58')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  await page.clock.runFor('00:03')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checked at 14:07 on 20 November 2026 (UTC)')
  await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', /^\/verify\//)
  await expect(page.getByText('Now compare')).toBeHidden()
  await expect(page.getByText('What was checked')).toBeHidden()
})

test('a verdict that comes back from the back/forward cache gives way at once', async ({ page }) => {
  await page.goto('/withdrawn')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checked at/)
})

test('what could not be checked is tried again by itself, a few times', async ({ page }) => {
  await stopClock(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/could-not-check')
  const timer = page.getByRole('timer')
  for (let tries = 1; tries <= 5; tries++) {
    await expect(timer).toHaveText(/^Trying again in \d+ seconds?\.$/)
    const before = loads
    await page.clock.runFor('02:30')
    await expect.poll(() => loads).toBe(before + 1)
  }
  await expect(page.getByText('It still could not be checked. Try again later.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible()
})

test('too many checks: counts down, and leaves trying again to the person', async ({ page }) => {
  await stopClock(page)
  await page.goto('/too-many')
  await expect(page.getByRole('timer')).toHaveText(/^Wait 4[12] seconds, then check again\.$/)
  await page.clock.runFor('00:45')
  await expect(page.getByText('You can check again now.')).toBeVisible()
})

test('says on paper when it was checked, and where', async ({ page }) => {
  await page.goto('/verified')
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(/^Checked at 14:07 on 20 November 2026 \(UTC\)\. .*https:\/\/verify\.example\.org/),
  ).toBeVisible()
  await expect(page.getByText('Keep a copy')).toBeHidden()
})

test('the time is also told where the reader is', async ({ browser }) => {
  const page = await browser.newPage({ timezoneId: 'Asia/Kolkata' })
  await page.goto('/verified')
  await expect(page.getByText(/^19:37 .*where you are$/)).toBeVisible()
  await page.close()
})

test('is complete without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/verified')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden()
  await page.goto('/could-not-check')
  await expect(page.getByText('Wait 5 seconds, then check again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible()
  await page.close()
})
