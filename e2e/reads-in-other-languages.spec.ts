import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../lib/i18n/languages'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'

type Messages = Record<string, string>

const messagesOf = (code: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../lib/i18n/messages/${code}.json`), 'utf8')) as Messages

/** No such certificate: the check character fits. */
const UNKNOWN = '/verify/0000-0000-0000-0000'

test.use({ expectedErrors: [/status of (403|404)/] })

async function expectLanguage(page: Page, { code, dir }: { code: string; dir: string }): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', code)
  await expect(page.locator('html')).toHaveAttribute('dir', dir)
}

async function choose(page: Page, from: string, to: string): Promise<void> {
  await page.locator('summary', { hasText: from }).click()
  await page.getByRole('button', { name: to, exact: true }).click()
}

for (const language of LANGUAGES) {
  const words = messagesOf(language.code)

  test.describe(`${language.code}, as the browser asks`, () => {
    test.use({ locale: language.code })

    test('the main pages speak it, and can be read by everybody', async ({ page }) => {
      const pages = [
        { path: '/', heading: words['home.heading'] },
        { path: `/verify/${await exampleSerial('verified')}`, heading: words['genuine.heading'] },
        { path: `/verify/${await exampleSerial('withdrawn')}`, heading: words['withdrawn.heading'] },
        { path: UNKNOWN, heading: words['notFound.heading'] },
      ]
      for (const { path, heading = '' } of pages) {
        const response = await page.goto(path)
        expect(response?.headers()['content-language']).toBe(language.code)
        expect(response?.headers()['vary']).toMatch(/accept-language, cookie/)
        expect(response?.headers()['set-cookie']).toBeUndefined()
        await expectLanguage(page, language)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        // A name of two lines begins where the page does.
        const side = language.dir === 'rtl' ? 'right' : 'left'
        for (const name of await page.locator('.fact dd > a > bdi').all())
          await expect(name).toHaveCSS('text-align', side)
      }
      // Every page is looked at once, in every-page.spec.ts.
      await page.goto('/')
      await expectAccessible(page)
    })
  })
}

test.describe('the switch', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('changes the language, comes back to the same address, and is remembered', async ({ page, context }) => {
        const path = `/verify/${await exampleSerial('verified')}`
        await page.goto(path)
        await expectLanguage(page, LANGUAGES[0])
        let before: string = LANGUAGES[0].name
        for (const language of [...LANGUAGES.slice(1), LANGUAGES[0]]) {
          await choose(page, before, language.name)
          await expectLanguage(page, language)
          const heading = messagesOf(language.code)['genuine.heading'] ?? ''
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
          expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
          before = language.name
        }
        await choose(page, before, 'العربية')
        await expectLanguage(page, { code: 'ar', dir: 'rtl' })
        const [cookie] = await context.cookies()
        expect(cookie).toMatchObject({ name: 'lang', value: 'ar', path: '/', sameSite: 'Lax', httpOnly: true })
        await page.goto('/nowhere')
        await expectLanguage(page, { code: 'ar', dir: 'rtl' })
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesOf('ar')['missing.heading'] ?? '')
        await choose(page, 'العربية', 'English')
        expect(new URL(page.url()).pathname).toBe('/nowhere')
        await expectLanguage(page, LANGUAGES[0])
      })
    })
  }

  test('works by keyboard alone, and is large enough to touch', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    const summary = page.locator('summary', { hasText: 'English' })
    await summary.focus()
    await page.keyboard.press('Enter')
    for (const button of await page.locator('.languages button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Español' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectLanguage(page, { code: 'es', dir: 'ltr' })
  })
})

for (const code of ['ar', 'hi']) {
  test.describe(`${code}, on the other pages`, () => {
    test.use({ locale: code })

    test('axe finds nothing', async ({ page }) => {
      for (const path of ['/verify/file', '/scan', '/not-available', '/offline', '/nowhere']) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        await expectAccessible(page)
      }
    })
  })
}

test.describe('right to left', () => {
  test.use({ locale: 'ar' })

  for (const width of [320, 360]) {
    test(`nothing is wider than ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 640 })
      const serials = await Promise.all(['verified', 'withdrawn', 'superseded'].map((one) => exampleSerial(one)))
      const paths = serials.map((serial) => `/verify/${serial}`)
      for (const path of ['/', ...paths, UNKNOWN, '/verify/file', '/scan', '/docs', '/not-available', '/nowhere']) {
        await page.goto(path)
        await expectNoSidewaysScroll(page)
        await page.locator('summary', { hasText: 'العربية' }).click()
        await expectNoSidewaysScroll(page)
      }
    })
  }

  test('names, serials and addresses keep their own direction', async ({ page }) => {
    const serial = await exampleSerial('verified')
    await page.goto(`/verify/${serial}`)
    const shown = page.locator('bdi', { hasText: serial }).first()
    expect(await shown.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')
    expect(await shown.evaluate((one) => getComputedStyle(one).unicodeBidi)).toBe('isolate')
  })

  test('the comparison box answers in the language of the page', async ({ page }) => {
    await page.goto(`/verify/${await exampleSerial('verified')}`)
    const words = messagesOf('ar')
    const name = (await page.locator('.name').textContent()) ?? ''
    await page.locator('#compare-name').fill(name)
    await expect(page.locator('.compare')).toContainText(words['compare.same'] ?? '')
    await page.locator('#compare-name').fill('Zzyzx Qq')
    await expect(page.locator('.compare')).toContainText(words['compare.different'] ?? '')
    await expect(page.locator('.compare')).toContainText(words['compare.reason.other_name'] ?? '')
  })
})
