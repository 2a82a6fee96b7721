import type { Page } from '@playwright/test'
import { expect } from './support/fixtures'
import { exampleSerial } from './support/operator'
import { cameraIsOn, withCamera } from './support/with-camera'

/** A certificate held up to the camera: moving, out of focus, too dark, then clear. */
const withCertificate = withCamera(async () => `${process.env.E2E_BASE_URL}/verify/${await exampleSerial('verified')}`)
/** Another one, whose code leads to a look-alike page. */
const withLookAlike = withCamera(() => Promise.resolve('https://Iocalhost.example/verify/7K3M-9QXT-2VBD-8RWN'))

/** Everything but GET, which is how a picture would have to leave. */
function sentFrom(page: Page): string[] {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

withCertificate(
  'a certificate leads straight to its verdict, and back to the next one; no picture leaves the device',
  async ({ page }) => {
    const sent = sentFrom(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Scan the QR code' }).click()
    await expect(page).toHaveURL(`/verify/${await exampleSerial('verified')}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
    expect(sent).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(/\/verify\//) // read again by itself, without a touch
    expect(sent).toEqual([])
  },
)

withCertificate('scanning is the first thing to do on the home page where there is a camera', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Scan the QR code' })).toHaveClass(/primary/)
  await expect(page.getByRole('button', { name: 'Check', exact: true })).not.toHaveClass(/primary/)
})

withLookAlike('a code that leads to a look-alike stops, says why, and is text and no link', async ({ page }) => {
  await page.goto('/scan')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This code leads elsewhere')
  await expect(page.locator('.verdict.stop')).toContainText('iocalhost.example, which is not this service')
  await expect(page.locator('.held')).toContainText('/verify/7K3M-9QXT-2VBD-8RWN')
  await expect(page.locator('a[href*="iocalhost"]')).toHaveCount(0)
  await expect(page).toHaveURL('/scan')
  expect(await cameraIsOn(page)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Scan another code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This code leads elsewhere') // the same code again
})
