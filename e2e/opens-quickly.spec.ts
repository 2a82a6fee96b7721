import { expect, test } from './support/fixtures'
import { exampleSerial } from './support/operator'

const SCRIPT_BYTES = 20_000

test('the verification page loads at most 20 kB of script, all of it from here', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  await page.goto(`/verify/${await exampleSerial('verified')}`)
  await page.waitForLoadState('networkidle')
  const bytes = await Promise.all(scripts)
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BYTES)
  await expect(page.locator('script:not([src], [type="application/ld+json"])')).toHaveCount(0)
})

test('no font holds up the verdict', async ({ page }) => {
  let letFontsGo = () => {}
  const held = new Promise<void>((resolve) => (letFontsGo = resolve))
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/verify/${await exampleSerial('verified')}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible() // the script ran as well
  letFontsGo()
  await page.waitForLoadState('load')
})
