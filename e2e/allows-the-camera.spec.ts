import { expect } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'
import { cameraIsOn, withBlindCameras } from './support/with-camera'

/** What the page does with cameras that see no code, and without one. */
const INSECURE = 'insecure.test'
const test = withBlindCameras(2, `--host-resolver-rules=MAP ${INSECURE} 127.0.0.1`)
const testWithout = withBlindCameras(0)
// One after the other: each process that runs them starts a browser of its own for them.
test.describe.configure({ mode: 'default' })

test.describe('a camera that is allowed', () => {
  test.use({ permissions: ['camera'] })
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.goto('/scan')
    await expect(page.locator('[data-scan-status]')).toHaveText('Hold the QR code in front of the camera.')
  })

  test('is off while the page is hidden and once it is stopped, and comes back', async ({ page }) => {
    const turn = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    const live = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      const stream = video.srcObject as MediaStream
      return stream.getTracks()[0]
    })
    await turn(true)
    expect(await cameraIsOn(page)).toBe(false)
    expect(await live.evaluate((track) => track?.readyState)).toBe('ended')
    await turn(false)
    await expect.poll(() => cameraIsOn(page)).toBe(true)
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    expect(await cameraIsOn(page)).toBe(false)
    await turn(true)
    await turn(false)
    expect(await cameraIsOn(page)).toBe(false)
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => cameraIsOn(page)).toBe(true)
  })

  test('can be another one, and help is given where nothing is read', async ({ page }) => {
    const name = () =>
      page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.getTracks()[0]?.label)
    const first = await name()
    await page.getByRole('combobox', { name: 'Camera' }).selectOption({ index: 1 })
    await expect.poll(name).not.toBe(first)
    await expect.poll(name).toBeTruthy()
    await page.clock.runFor(9000)
    await expect(page.locator('[data-scan-status]')).toHaveText(/^Nothing read yet/)
  })

  test('fits a small screen, twice the size, from right to left, and can be read by everybody', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    const finder = await page.locator('.viewfinder').boundingBox()
    expect((finder?.y ?? 0) + (finder?.height ?? Infinity)).toBeLessThanOrEqual(568)
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((value) => (document.documentElement.dir = value), dir)
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 640, height: 512 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoSidewaysScroll(page)
  })
})

test('a camera with a light offers it', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  // No fake device has one: the track says that it does, and what is asked of it is kept.
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(window, { asked })
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    MediaStreamTrack.prototype.applyConstraints = (constraints) => Promise.resolve(void asked.push(constraints))
  })
  await page.goto('/scan')
  const light = page.getByRole('button', { name: 'Light' })
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'true')
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'false')
  const asked = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)
  expect(asked).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
})

test('a camera that is refused leaves the other ways, by keyboard alone', async ({ page }) => {
  const serial = await exampleSerial('verified')
  await page.goto('/scan')
  await expect(page.locator('[data-scan-status]')).toContainText('does not let this page use the camera')
  const field = page.getByLabel('Serial', { exact: true })
  for (let pressed = 0; pressed < 20 && !(await field.evaluate((one) => one === document.activeElement)); pressed++)
    await page.keyboard.press('Tab')
  await page.keyboard.type(serial)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
})

for (const [name, says] of [
  ['NotReadableError', 'in use by another program'],
  ['OverconstrainedError', 'No camera was found'],
  ['TypeError', 'could not be started'],
] as const) {
  test(`a camera that fails with ${name} has its own sentence`, async ({ page }) => {
    await page.addInitScript((fault) => {
      // As WebKit has it, where this one is no DOMException.
      const failure =
        fault === 'OverconstrainedError' ? Object.assign(new Error(), { name: fault }) : new DOMException('', fault)
      navigator.mediaDevices.getUserMedia = () => Promise.reject(failure)
    }, name)
    await page.goto('/scan')
    await expect(page.locator('[data-scan-status]')).toContainText(says)
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible()
  })
}

test.describe('without https', () => {
  // The same service under a name that no browser trusts.
  test.use({ expectedErrors: [/insecure\.test/] })
  test('the page says where the camera works', async ({ page, baseURL }) => {
    await page.goto(`http://${INSECURE}:${new URL(baseURL ?? '').port}/scan`)
    await expect(page.locator('[data-scan-status]')).toContainText(`Open ${baseURL}/scan`)
    await expect(page.getByLabel('Choose a picture')).toBeAttached()
  })
})

testWithout('a device without a camera leads to the other ways', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toHaveClass(/primary/)
  await page.getByRole('link', { name: 'Scan the QR code' }).click()
  await expect(page.locator('[data-scan-status]')).toContainText('No camera was found on this device.')
  await expect(page.getByLabel('Choose a picture')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says what works, and that works', async ({ page }) => {
    const response = await page.goto('/scan')
    // Chromium shows what stands in <noscript> only where scripts are off in its own settings.
    expect(await response?.text()).toMatch(/<noscript><p[^>]*>Without JavaScript this page cannot use the camera/)
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeHidden()
    await page.getByLabel('Serial', { exact: true }).fill(await exampleSerial('verified'))
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  })
})
