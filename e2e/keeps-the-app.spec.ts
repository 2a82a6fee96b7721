import type { Page } from '@playwright/test'
import { codePicture } from './support/code-picture'
import { expect, test } from './support/fixtures'
import { checkCount, exampleSerial, issueCertificate } from './support/operator'

/** The installable app: its manifest, its service worker, pictures that are shared with it, and no connection. */
test.use({ serviceWorkers: 'allow' })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the scan page with the worker in charge of it: a page that was opened while it started may be left out. */
async function openWithWorker(page: Page): Promise<void> {
  await page.goto('/scan')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** All that the worker keeps, as paths. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Sends a form as the system does that shares a picture with an app. */
async function share(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    transfer.items.add(new File([bytes], 'shared.png', { type: 'image/png' }))
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/scan', enctype: 'multipart/form-data' })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' })
    input.files = transfer.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, picture.toString('base64'))
}

test('can be installed: a manifest, icons and a worker that answers without a connection', async ({
  page,
  context,
}) => {
  await page.goto('/scan')
  const session = await context.newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest'])
  await openWithWorker(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('keeps its shell and never a verdict; a check beside the worker counts once', async ({ page }) => {
  const serial = await issueCertificate('Wanda Worker')
  await page.goto('/')
  await openWithWorker(page)
  const before = await checkCount(serial)
  const byWorker: string[] = []
  page.context().on('request', (request) => {
    if (request.serviceWorker()) byWorker.push(new URL(request.url()).pathname)
  })
  const response = await page.goto(`/verify/${serial}`)
  expect(response?.fromServiceWorker()).toBe(false)
  await expect(heading(page)).toHaveText('Genuine and current')
  await page.waitForLoadState('networkidle')
  expect(byWorker).not.toContain(`/verify/${serial}`)
  expect(await checkCount(serial)).toBe(before + 1)
  const paths = await kept(page)
  expect(paths).toEqual(expect.arrayContaining(['/scan', '/offline']))
  expect(paths.filter((path) => !/^\/(scan|offline|icon\.svg|assets\/[\w-]+-[\w]{8,12}\.\w+)$/.test(path))).toEqual([])
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })
  test('it opens, reads, and says that nothing could be checked', async ({ page, context }) => {
    const serial = await exampleSerial('verified')
    const picture = { name: 'a.png', mimeType: 'image/png', buffer: await codePicture(serial) }
    await openWithWorker(page)
    await page.goto('/scan') // by the worker, which now keeps what reading needs as well
    await expect.poll(() => kept(page)).toContainEqual(expect.stringMatching(/\.wasm$/))
    await context.setOffline(true)
    await page.goto('/')
    await expect(heading(page)).toHaveText('Could not check just now')
    await page.goto('/scan')
    await page.getByLabel('Choose a picture').setInputFiles(picture)
    await expect(heading(page)).toHaveText('Could not check just now')
    await expect(page.getByRole('main')).toContainText('This says nothing about the certificate.')
    await expect(page.locator('.verdict.unknown')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Genuine and current')
  })
})

test('a picture that is shared with it is read, and forgotten', async ({ page }) => {
  const serial = await exampleSerial('withdrawn')
  const posted: string[] = []
  await openWithWorker(page)
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.serviceWorker()) posted.push(request.url())
  })
  await share(page, await codePicture(serial))
  await expect(heading(page)).toHaveText('Withdrawn')
  expect(await kept(page)).not.toContain('/scan/shared')
  await page.goBack()
  await expect(page).toHaveURL('/scan')
})

test('a new version removes what the old one kept', async ({ page }) => {
  await page.goto('/offline')
  await page.evaluate(async () => {
    await (await caches.open('shell-of-before')).put('/assets/old-000000000000.js', new Response('old'))
  })
  await openWithWorker(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)])
})

test.describe('without its worker', () => {
  test.use({ serviceWorkers: 'block' })
  test('a shared picture leads to the page, which asks for it again', async ({ page }) => {
    await page.goto('/offline')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await share(page, Buffer.alloc(300_000, 'x'))
    expect((await answered).status()).toBe(303)
    await expect(page).toHaveURL('/scan')
    await expect(heading(page)).toHaveText('Scan the QR code')
  })
})
