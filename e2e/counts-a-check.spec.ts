import { expect, test } from './support/fixtures'
import { checkCount, exampleSerial, issueCertificate } from './support/operator'
import { stopClock } from './support/stop-clock'

const heading = 'Genuine and current'

test('each page that is shown counts once, and nothing else does', async ({ page, request }) => {
  const serial = await issueCertificate('Counted Once')
  const path = `/verify/${serial}`

  expect((await request.head(path)).status()).toBe(200)
  expect(await (await request.head(path)).text()).toBe('')
  for (const purpose of ['prefetch', 'prefetch;prerender']) {
    const early = await request.get(path, { headers: { 'sec-purpose': purpose } })
    expect(early.status()).toBe(503)
    expect(await early.text()).not.toContain('Counted Once')
  }
  const preview = await request.get(path, { headers: { 'user-agent': 'WhatsApp/2.23' } })
  expect(preview.status()).toBe(200)
  expect(await checkCount(serial)).toBe(0)

  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  expect(await checkCount(serial)).toBe(1)

  await page.getByRole('link', { name: 'Certificate check' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this certificate genuine?')
  await page.goBack()
  // Not a kept picture of the old verdict: the address is asked again.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  expect(await checkCount(serial)).toBe(2)
})

test('a verdict gives way after five minutes, and can be had anew', async ({ page }) => {
  const path = `/verify/${await exampleSerial('verified')}`
  await stopClock(page)
  await page.goto(path)
  await page.clock.runFor('04:58')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.clock.runFor('00:03')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checked at \d\d:\d\d on .* \(UTC\)$/)
  await expect(page.getByText(heading)).toHaveCount(0)
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
})

test('a verdict out of the back/forward cache gives way at once', async ({ page }) => {
  await page.goto(`/verify/${await exampleSerial('withdrawn')}`)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checked at/)
})

test.describe('after 240 checks in a minute', () => {
  test.use({ expectedErrors: [/status of 429/] })

  test('says how long to wait, and nothing about the certificate', async ({ page, request }) => {
    const serial = await exampleSerial('verified')
    // In few requests, so that the minute is not over before they are.
    for (const count of [100, 100, 40]) {
      const serials = Array.from({ length: count }, (_, n) => `NS/2024/${1000 + n}`)
      expect((await request.post('/api/public/credentials/verify/batch', { data: { serials } })).status()).toBe(200)
    }

    const response = await page.goto(`/verify/${serial}`)
    expect(response?.status()).toBe(429)
    const { 'retry-after': retryAfter, 'x-ratelimit-remaining': remaining } = response?.headers() ?? {}
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    expect(remaining).toBe('0')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too many checks from your network')
    await expect(page.getByRole('timer')).toHaveText(/^Wait \d+ seconds?, then check again\.$/)
    await expect(page.getByRole('main')).not.toContainText('Ana-Lucía')
  })
})
