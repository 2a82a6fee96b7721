import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { expectAccessible } from './support/inspect-page'
import { expect, test } from './support/samples'

/** The comparison box under a genuine certificate, on made-up pages. */

/** By its label, in English or in Arabic. */
const field = (page: Page) =>
  page.getByRole('textbox', { name: /^(Name on the document or identity card|الاسم في الوثيقة أو بطاقة الهوية)$/ })
const answer = (page: Page) => page.locator('[data-compare] [role=status]')

const ISSUED = 'Ana-Lucía Müller Nguyễn'
const EACH = [
  { typed: ISSUED, says: /^The same\. Two people can have one name.*you decide\.$/ },
  { typed: 'ANA-LUCÍA MÜLLER NGUYỄN', says: /^The same\. Only capital and small letters differ\..*you decide\.$/ },
  {
    typed: 'Ana Lucia Mueller Nguyen',
    says: /^Likely the same\. Accents .* hyphenated differently\. .*such as ue for ü.*you decide\./,
  },
  { typed: 'Müller Nguyễn, Ana-Lucía', says: /^Likely the same\. The parts are in another order\./ },
  { typed: 'A. Müller Nguyễn', says: /^Likely the same\. .*by its initial only\. A middle name is missing/ },
  { typed: 'Ana-Lucía Müller Nguyên', says: /^Likely the same\. Accents/ },
  { typed: 'Ana-Lucía Miller Nguyễn', says: /^Different\. One letter differs\..*you decide\./ },
  { typed: 'Ana-Lucía Mülelr Nguyễn', says: /^Different\. Two letters are swapped\./ },
  { typed: 'An\u0430-Lucía Müller Nguyễn', says: /^Different\. One letter is from another alphabet/ },
  { typed: 'Ana Schmidt', says: /^Different\. .*Parts of the names are not alike\./ },
  { typed: 'アナ ミュラー', says: /^Different\. .*scripts that cannot be compared here\./ },
]

test('each answer is announced, with its reasons', async ({ page }) => {
  await page.goto('/verified')
  await expect(answer(page)).toBeEmpty()
  for (const { typed, says } of EACH) {
    await field(page).fill(typed)
    await expect(answer(page), typed).toHaveText(says)
  }
  await field(page).fill('')
  await expect(answer(page)).toBeEmpty()
  await expect(page.getByText('What you type stays on this device.')).toBeVisible()
})

test('the letters that differ are marked in both names, and said', async ({ page }) => {
  await page.goto('/verified')
  await field(page).fill('Ana-Lucía Miller Nguyễn')
  await expect(answer(page).locator('bdi')).toHaveText([ISSUED, 'Ana-Lucía Miller Nguyễn'])
  await expect(answer(page).locator('bdi mark')).toHaveText(['ü', 'i'])
  await expect(answer(page).locator('dd .spoken')).toHaveText(['Differs here: ü', 'Differs here: i'])
})

test('what is typed is text, whatever it holds', async ({ page }) => {
  await page.goto('/verified')
  for (const typed of ['<img src=x onerror=alert(1)>', '{letters} $& $1', '\ud800 half', 'x'.repeat(10_000)]) {
    await field(page).fill(typed)
    await expect(answer(page)).toHaveText(/^Different\./)
    await expect(answer(page).locator('bdi').last()).toHaveText((await field(page).inputValue()).trim())
    expect(await answer(page).locator('img').count()).toBe(0)
  }
})

test('works by keyboard alone, and answers once the typing pauses', async ({ page }) => {
  await page.clock.install({ time: '2026-11-20T14:00:00Z' })
  await page.goto('/verified')
  await page.clock.pauseAt('2026-11-20T14:02:00Z')
  await page.getByRole('link', { name: 'Compare before you accept it' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Ana')
  await page.clock.runFor(200)
  await expect(answer(page)).toBeEmpty()
  await page.keyboard.type('-Lucía Müller Nguyen')
  await page.clock.runFor(500)
  await expect(answer(page)).toHaveText(/^Likely the same\./)
  const before = page.url()
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(before)
})

test('what is typed leaves nothing behind: no request, no address, no storage', async ({ page, context }) => {
  await page.goto('/verified')
  await page.waitForLoadState('networkidle')
  // The script that compares comes once somebody goes to the field, before anything is typed.
  const comparer = page.waitForResponse(/\/assets\/name-comparer-[^/]+\.js$/)
  await field(page).focus()
  await (await comparer).finished()
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  const address = page.url()
  await field(page).pressSequentially('Ana Lucia Mueller')
  await expect(answer(page)).toHaveText(/^Likely the same\./)
  await page.keyboard.press('Enter')
  expect(requests).toEqual([])
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
  expect(await field(page).evaluate((input: HTMLInputElement) => [input.name, input.form])).toEqual(['', null])
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(field(page)).toHaveValue('')
  await expect(answer(page)).toBeEmpty()
})

test.describe('where its script cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED .*name-comparer/] })

  test('says that it could not compare', async ({ page }) => {
    await page.route(/\/assets\/name-comparer-/, (route) => route.abort())
    await page.goto('/verified')
    await field(page).pressSequentially('Somebody Else')
    await expect(answer(page)).toHaveText('Could not check just now')
    await field(page).fill('')
    await expect(answer(page)).toBeEmpty()
  })
})

const SHOWN = [
  ['verified', ISSUED],
  ['verified', 'Ana Lucia Mueller Nguyen'],
  ['verified', 'Ana-Lucía Miller Nguyên'],
  ['verified-long', 'Wolfeschlegelsteinhausenbergerdorf-Keihanaikukauakahihuliheekahaunaele, Marie-Therese Alexandra'],
  ['verified-arabic-name', 'محمد عبد الرحيم الفارسي'],
  ['verified-arabic-name', 'Mohammed Abdulrahman Alfarsi'],
] as const

test('axe finds nothing', async ({ page }) => {
  test.slow()
  for (const [name, typed] of SHOWN) {
    await page.goto(`/${name}`)
    await field(page).fill(typed)
    await expect(answer(page)).not.toBeEmpty()
    await expectAccessible(page)
  }
})

test('nothing is cut off at 320 px, at twice the size, or mirrored', async ({ page }) => {
  test.slow()
  for (const language of ['en', 'ar']) {
    for (const [name, typed] of SHOWN) {
      await page.goto(`/${name}?lang=${language}`)
      await field(page).fill(typed)
      await expect(answer(page)).not.toBeEmpty()
      expect((await field(page).boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
      for (const [width, size] of [
        [320, '100%'],
        [640, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height: 640 })
        const overflow = await page.evaluate((fontSize) => {
          document.documentElement.style.setProperty('font-size', fontSize)
          return document.documentElement.scrollWidth - document.documentElement.clientWidth
        }, size)
        expect(overflow, `${name} ${language} ${width}`).toBe(0)
      }
    }
  }
})

test('a name written from right to left keeps its direction on either page', async ({ page }) => {
  for (const [language, dir, result] of [
    ['en', 'ltr', 'Different.'],
    ['ar', 'rtl', 'مختلفان.'],
  ] as const) {
    await page.goto(`/verified-arabic-name?lang=${language}`)
    expect(await field(page).evaluate((input) => getComputedStyle(input).direction)).toBe(dir)
    await field(page).fill('محمد عبد الرحيم الفارسي')
    await expect(answer(page).locator('strong')).toHaveText(result)
    expect(await field(page).evaluate((input) => getComputedStyle(input).direction)).toBe('rtl')
    const directions = await answer(page)
      .locator('bdi')
      .evaluateAll((all) => all.map((one) => one.matches(':dir(rtl)')))
    expect(directions).toEqual([true, true])
  }
})

test('is not printed, not there without JavaScript, and only under a genuine certificate', async ({
  page,
  browser,
}) => {
  await page.goto('/verified')
  await field(page).fill('Ana')
  await page.emulateMedia({ media: 'print' })
  await expect(field(page)).toBeHidden()
  await expect(answer(page)).toBeHidden()
  await page.goto('/withdrawn')
  await expect(page.locator('[data-compare]')).toHaveCount(0)
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto('/verified')
  await expect(plain.locator('#compare-name')).toBeHidden()
  await plain.close()
})

test('the script of the page stays under 20 kB compressed', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      sizes.push(response.body().then((body) => gzipSync(body).length))
    }
  })
  await page.goto('/verified')
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(1000)
  expect(total).toBeLessThan(20_000)
})
