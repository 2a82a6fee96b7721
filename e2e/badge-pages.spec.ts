import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './inspect-page'

/** The page of badges as static documents from made-up data: every outcome, and the form with its script. */
test.describe.configure({ timeout: 120_000 })

let server: ChildProcess
let origin: string
let names: string[]

test.beforeAll(async () => {
  server = spawn(process.execPath, ['scripts/sample-pages.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!server.stdout) throw new Error('the sample pages have no output')
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  ;({ origin, names } = JSON.parse(line) as { origin: string; names: string[] })
  names = names.filter((name) => name.startsWith('badge'))
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const name of names) {
      await page.goto(`${origin}/${name}`)
      await expectAccessible(page)
    }
  })
}

test('the verdict stands above the fold of the smallest phone, and nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['en', 'ar']) {
    for (const name of names) {
      await page.goto(`${origin}/${name}?lang=${language}`)
      await expectNoSidewaysScroll(page)
      if (name === 'badges') continue
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
    await expectNoSidewaysScroll(page)
  }
})

test('whatever can be touched is 44 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const name of names) {
    await page.goto(`${origin}/${name}`)
    for (const control of await page
      .locator('a[href], button, summary, input, textarea')
      .filter({ visible: true })
      .all()) {
      const box = await control.boundingBox()
      expect(Math.round(box?.height ?? 0), `${name}: ${await control.innerText()}`).toBeGreaterThanOrEqual(44)
    }
  }
})

test('prints onto one page', async ({ page }) => {
  for (const name of names) {
    await page.goto(`${origin}/${name}`)
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), name).toHaveLength(1)
  }
})

test('a verdict gives way after five minutes in view', async ({ page }) => {
  await page.clock.install()
  await page.goto(`${origin}/badge-valid`)
  await page.clock.runFor('05:01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checked at 14:07 on 20 November 2026 (UTC)')
  await expect(page.getByText('A badge can be withdrawn at any time')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', '/badges')
  await expect(page.getByText('Now compare')).toBeHidden()
})

const file = (page: Page) => page.getByLabel('Badge as a file')
const text = (page: Page) => page.getByLabel('Or its text')
const submit = (page: Page) => page.getByRole('button', { name: 'Check badge' })
const status = (page: Page) => page.getByRole('status')

/** Drops or pastes onto the heading, as onto any place that is no field. */
async function hand(page: Page, how: 'drop' | 'paste', what: { text: string } | { name: string; bytes: number }) {
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer()
    if ('text' in given) made.setData('text/plain', given.text)
    else made.items.add(new File([new Uint8Array(given.bytes)], given.name))
    return made
  }, what)
  const key = how === 'drop' ? 'dataTransfer' : 'clipboardData'
  await page.getByRole('heading', { level: 1 }).evaluate(
    (heading, [event, given]) => {
      const init = { bubbles: true, cancelable: true, [event.key]: given }
      heading.dispatchEvent(event.how === 'drop' ? new DragEvent('drop', init) : new ClipboardEvent('paste', init))
    },
    [{ how, key }, transfer] as const,
  )
}

for (const how of ['drop', 'paste'] as const) {
  test(`a file that comes by ${how} is taken, and the button waits for the person`, async ({ page }) => {
    await page.goto(`${origin}/badges`)
    await text(page).fill('typed before')
    await hand(page, how, { name: 'badge.png', bytes: 9 })
    await expect(file(page)).toHaveValue(/badge\.png$/)
    await expect(text(page)).toHaveValue('')
    await expect(status(page)).toHaveText('badge.png is ready to be checked.')
    await expect(submit(page)).toBeFocused()
  })

  test(`text that comes by ${how} is taken in place of a file`, async ({ page }) => {
    await page.goto(`${origin}/badges`)
    await hand(page, how, { name: 'badge.png', bytes: 9 })
    await hand(page, how, { text: '{"type": "OpenBadgeCredential"}' })
    await expect(text(page)).toHaveValue('{"type": "OpenBadgeCredential"}')
    await expect(file(page)).toHaveValue('')
    await expect(status(page)).toHaveText('The text is ready to be checked.')
  })
}

test('a file that is too large is named as such, and nothing or both are not sent', async ({ page }) => {
  await page.goto(`${origin}/badges`)
  await submit(page).click()
  await expect(status(page)).toHaveText('Send one badge: either a file or its text.')
  await hand(page, 'drop', { name: 'large.png', bytes: 1024 * 1024 + 1 })
  await expect(status(page)).toHaveText(/^It is larger than what is checked here/)
  await text(page).fill('{}')
  await submit(page).click()
  await expect(status(page)).toHaveText('Send one badge: either a file or its text.')
  expect(page.url()).toBe(`${origin}/badges`)
})
