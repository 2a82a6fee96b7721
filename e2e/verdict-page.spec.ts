import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** The verification page as static documents from made-up data: every outcome, without a database behind it. */
// Each test opens every page.
test.describe.configure({ timeout: 120_000 })

let server: ChildProcess
let origin: string
let names: string[]
const verdicts = () =>
  names.filter((name) => !['home', 'scan', 'offline', 'file', 'missing', 'not-available'].includes(name))

test.beforeAll(async () => {
  server = spawn(process.execPath, ['scripts/sample-pages.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!server.stdout) throw new Error('the sample pages have no output')
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  ;({ origin, names } = JSON.parse(line) as { origin: string; names: string[] })
  // Those about badges have a spec of their own.
  names = names.filter((name) => !name.startsWith('badge'))
})

test.afterAll(() => {
  server.kill()
})

let complaints: string[]
test.beforeEach(({ page }) => {
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
test.afterEach(() => expect(complaints).toEqual([]))

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const name of names) {
      await page.goto(`${origin}/${name}`)
      await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
    }
  })
}

test('the verdict stands above the fold of the smallest phone, and nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['en', 'ar']) {
    for (const name of names) {
      await page.goto(`${origin}/${name}?lang=${language}`)
      expect(await overflow(page), name).toBe(0)
      if (!verdicts().includes(name)) continue
      const banner = await page.locator('.verdict').boundingBox()
      expect((banner?.y ?? 0) + (banner?.height ?? Infinity), `${name} ${language}`).toBeLessThanOrEqual(568)
    }
  }
})

test('twice the size loses nothing', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 512 })
  for (const name of names) {
    await page.goto(`${origin}/${name}`)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await overflow(page), name).toBe(0)
  }
})

test('a serial stays on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`${origin}/verified`)
  const lines = await page.locator('.serial').evaluateAll((all) => all.map((one) => one.getClientRects().length))
  expect(lines).toEqual([1])
})

test('whatever can be touched is 44 px high, and shows when it has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const name of names) {
    await page.goto(`${origin}/${name}`)
    for (const control of await page
      .locator('a[href], button, summary, input:not([type=radio], [type=checkbox])')
      .filter({ visible: true })
      .all()) {
      const box = await control.boundingBox()
      expect(Math.round(box?.height ?? 0), `${name}: ${await control.innerText()}`).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    expect(outline, name).toBe('solid')
  }
})

test('a verdict gives way after five minutes in view', async ({ page }) => {
  await page.clock.install()
  await page.goto(`${origin}/verified`)
  await page.clock.runFor('04:58')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  await page.clock.runFor('00:03')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checked at 14:07 on 20 November 2026 (UTC)')
  await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', /^\/verify\//)
  await expect(page.getByText('Now compare')).toBeHidden()
  await expect(page.getByText('What was checked')).toBeHidden()
})

test('a verdict that comes back from the back/forward cache gives way at once', async ({ page }) => {
  await page.goto(`${origin}/withdrawn`)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checked at/)
})

test('what could not be checked is tried again by itself, a few times', async ({ page }) => {
  await page.clock.install()
  let loads = 0
  page.on('load', () => loads++)
  await page.goto(`${origin}/could-not-check`)
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
  await page.clock.install()
  await page.goto(`${origin}/too-many`)
  await expect(page.getByRole('timer')).toHaveText(/^Wait 4[12] seconds, then check again\.$/)
  await page.clock.runFor('00:45')
  await expect(page.getByText('You can check again now.')).toBeVisible()
})

test('prints onto one page that says when it was checked', async ({ page }) => {
  for (const name of names.filter((one) => !one.startsWith('desk-'))) {
    await page.goto(`${origin}/${name}`)
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), name).toHaveLength(1)
  }
  await page.goto(`${origin}/verified`)
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(/^Checked at 14:07 on 20 November 2026 \(UTC\)\. .*https:\/\/verify\.example\.org/),
  ).toBeVisible()
  await expect(page.getByText('Keep a copy')).toBeHidden()
})

test('the time is also told where the reader is', async ({ browser }) => {
  const page = await browser.newPage({ timezoneId: 'Asia/Kolkata' })
  await page.goto(`${origin}/verified`)
  await expect(page.getByText(/^19:37 .*where you are$/)).toBeVisible()
  await page.close()
})

test('is complete without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${origin}/verified`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden()
  await page.goto(`${origin}/could-not-check`)
  await expect(page.getByText('Wait 5 seconds, then check again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible()
  await page.close()
})
