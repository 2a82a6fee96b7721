import type { Page } from '@playwright/test'
import { expect, test } from './support/samples'

/** A file that is not the issued one, from the field that takes it to the comparison, on made-up pages. */
test.use({ expectedErrors: [/status of 404/] })

const FILE = { name: 'saved anew.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 saved anew') }

/** Answers the file's check with the verdict before a comparison, and the comparison; keeps what was sent to each. */
async function serve(page: Page, compared: string) {
  const sent: { path: string; body: string }[] = []
  await page.route('**/api/public/artifacts/*', (route) => route.fulfill({ status: 404, json: { success: false } }))
  await page.route(/\/verify\/file/, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    sent.push({ path: `${pathname}${search}`, body: route.request().postData() ?? '' })
    const sample = search === '' ? 'document-altered' : compared
    const origin = new URL(page.url()).origin
    await route.fulfill({ response: await page.request.get(`${origin}/${sample}`) })
  })
  return sent
}

async function sendFile(page: Page, file = FILE) {
  await page.goto('/file')
  await page.getByLabel('Certificate as a PDF file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Send this file' }).click()
}

const pictures = (page: Page) => page.getByRole('img', { name: /^(As issued|In this file)$/ })

for (const [sample, heading] of [
  ['file-recreated', 'Not the original file'],
  ['file-uncompared', 'Not the original file'],
  ['file-differs', 'The NAME differs'],
] as const) {
  test(`a file is compared by itself once its verdict is there, and is not kept (${sample})`, async ({ page }) => {
    const sent = await serve(page, sample)
    await sendFile(page)
    await expect(pictures(page)).toHaveCount(2)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(sent.map(({ path }) => path)).toEqual(['/verify/file', '/verify/file?compare=true'])
    for (const { body } of sent) expect(body).toContain('%PDF-1.7 saved anew')
    await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('file-to-compare')
  })
}

test('of files that two tabs send at once each is compared in its own', async ({ page, context }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const tabs = [page, await context.newPage()]
  const compared = await Promise.all(tabs.map((tab) => serve(tab, 'file-recreated')))
  for (const tab of tabs) {
    await tab.route('**/verify/file', async (route) => {
      await held
      await route.fallback()
    })
  }
  const sending: Promise<void>[] = []
  for (const [at, tab] of tabs.entries()) {
    const arrived = tab.waitForRequest('**/verify/file')
    // A click may wait for the page that it leads to, which is held.
    sending.push(sendFile(tab, { ...FILE, buffer: Buffer.from(`%PDF-1.7 of tab ${at}`) }))
    await arrived
  }
  release()
  await Promise.all(sending)
  for (const [at, tab] of tabs.entries()) {
    await expect(pictures(tab)).toHaveCount(2)
    for (const { body } of compared[at] ?? []) expect(body).toContain(`%PDF-1.7 of tab ${at}`)
  }
})

test('what differs is marked on both pages, and both names stand side by side', async ({ page }) => {
  await page.goto('/file-differs')
  await expect(page.locator('.compared-page rect')).toHaveCount(2)
  for (const name of ['Ana-Lucía Müller Nguyễn', 'محمد الفارسي']) {
    await expect(page.locator('.compare-names bdi', { hasText: name })).toBeVisible()
  }
})

test('a scan leaves the name to the box below', async ({ page }) => {
  await page.goto('/file-uncompared')
  await page.getByLabel('Name on the document or ID').fill('Mallory Forger')
  await expect(page.locator('[data-result=different]')).toBeVisible()
})

test('a kept file is forgotten where no comparison is offered', async ({ page }) => {
  await page.goto('/file')
  await page.evaluate(async () => {
    const headers = { 'x-name': 'kept.pdf', 'x-kept': String(Date.now()) }
    await (await caches.open('file-to-compare')).put('/file-to-compare/1', new Response('%PDF-', { headers }))
    sessionStorage.setItem('file-to-compare', '/file-to-compare/1')
  })
  await page.goto('/verified')
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('file-to-compare')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the verdict asks for the file once more, and a button compares it', async ({ page }) => {
    const sent = await serve(page, 'file-recreated')
    await page.goto('/document-altered')
    await page.getByLabel('The same file, once more').setInputFiles(FILE)
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(pictures(page)).toHaveCount(2)
    expect(sent.map(({ path }) => path)).toEqual(['/verify/file?compare=true'])
  })
})

for (const language of ['en', 'ar']) {
  test(`both pages are printed beside what differs (${language})`, async ({ page }) => {
    await page.goto(`/file-differs?lang=${language}`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.compared-page img').first()).toBeVisible()
    const [first, second] = await page
      .locator('.compared-page')
      .evaluateAll((pages) => pages.map((one) => one.getBoundingClientRect().top))
    expect(first).toBe(second)
  })
}
