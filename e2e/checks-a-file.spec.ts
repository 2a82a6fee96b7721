import type { Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { expect, test } from './support/samples'

/** The field that takes a file, on a made-up page; what the service would answer is said by each test. */
test.use({ expectedErrors: [/status of (404|429|503)/] })

const BYTES = Buffer.from('%PDF-1.7 as it was issued')
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const FILE = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: BYTES }

/** Answers the look-up of a fingerprint with this status, and keeps what was asked for and sent. */
async function serve(page: Page, status: number) {
  const asked: string[] = []
  const sent: string[] = []
  await page.route('**/api/public/artifacts/*', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status, json: { success: status === 200 } })
  })
  await page.route('**/verify/file', (route) => {
    const request = route.request()
    sent.push(`${request.method()} ${request.headers()['content-type'] ?? ''} ${request.postData() ?? ''}`)
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title><h1>The verdict</h1>' })
  })
  return { asked, sent }
}

const field = (page: Page) => page.locator('input[type=file]')
const verdict = (page: Page) => page.getByRole('heading', { name: 'The verdict' })

for (const where of ['file', 'home']) {
  test(`an issued file stays on the device; its fingerprint alone is sent (${where})`, async ({ page }) => {
    const { asked, sent } = await serve(page, 200)
    await page.goto(`/${where}`)
    await field(page).setInputFiles(FILE)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(verdict(page)).toBeVisible()
    expect(asked).toEqual([`/api/public/artifacts/${SHA256}`])
    expect(sent).toEqual([`POST application/x-www-form-urlencoded sha256=${SHA256}`])
  })
}

test('any other file is sent only once the person says so', async ({ page }) => {
  const { sent } = await serve(page, 404)
  await page.goto('/file')
  await field(page).setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Not checked yet\..*Send the file itself to verify\.example/)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Send this file' }).click()
  await expect(verdict(page)).toBeVisible()
  expect(sent).toEqual([expect.stringMatching(/^POST multipart\/form-data; boundary=/)])
})

test('on a phone it is seen why a file would have to be sent', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await serve(page, 404)
  await page.goto('/home')
  await field(page).setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText(/^Not checked yet\..*type the serial/)).toBeInViewport({ ratio: 1 })
})

test('another file is looked up anew', async ({ page }) => {
  const { asked, sent } = await serve(page, 404)
  await page.goto('/file')
  await field(page).setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('button', { name: 'Send this file' })).toBeVisible()
  await field(page).setInputFiles({ ...FILE, buffer: Buffer.from('another') })
  await expect(page.getByRole('status')).toBeEmpty()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('button', { name: 'Send this file' })).toBeVisible()
  expect([asked.length, sent.length]).toEqual([2, 0])
})

test('a look-up that fails says so, and nothing about the file', async ({ page }) => {
  await serve(page, 503)
  await page.goto('/file')
  await field(page).setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('status')).toHaveText(/could not be looked up just now/)
})

test('a file that is too large is not read', async ({ page }) => {
  const { asked } = await serve(page, 200)
  await page.goto('/file')
  await field(page).setInputFiles({ ...FILE, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('status')).toHaveText(/larger than 10 MiB/)
  expect(asked).toEqual([])
})

test('a file that is dropped beside the field is taken', async ({ page }) => {
  await serve(page, 200)
  await page.goto('/file')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }))
    return transfer
  })
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer })
  await expect(field(page)).toHaveValue(/dropped\.pdf$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form says that the file is sent, and sends it', async ({ page }) => {
    const { sent } = await serve(page, 200)
    const response = await page.goto('/file')
    expect(await response?.text()).toMatch(/<noscript>.*the file is sent to this service at once/)
    await field(page).setInputFiles(FILE)
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(verdict(page)).toBeVisible()
    expect(sent).toEqual([expect.stringMatching(/^POST multipart\/form-data; boundary=/)])
  })
})
