import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './support/fixtures'
import { exampleSerial } from './support/operator'

/** What can be done with a verdict: its link shared, its page printed, the certificate put into a profile. */
const run = promisify(execFile)
const OUTCOMES = ['verified', 'superseded', 'withdrawn', 'expired', 'issuer_suspended']

test('every outcome prints onto one sheet of A4 that says when it was checked, and where', async ({
  page,
  baseURL,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-print-'))
  for (const outcome of OUTCOMES) {
    const serial = await exampleSerial(outcome)
    const path = join(folder, `${outcome}.pdf`)
    await page.goto(`/verify/${serial}`)
    await page.pdf({ path, preferCSSPageSize: true, printBackground: true })
    const { stdout: facts } = await run('pdfinfo', [path])
    expect(facts, outcome).toMatch(/^Pages: +1$/m)
    expect(facts, outcome).toMatch(/^Page size: +59[45]\S* x 84[12]\S* pts \(A4\)$/m)
    const { stdout: text } = await run('pdftotext', [path, '-'])
    const line = text.replace(/\s+/g, ' ')
    expect(line, outcome).toMatch(/Checked at \d\d:\d\d on \d+ \w+ \d{4} \(UTC\)\./)
    expect(line.replaceAll(' ', ''), outcome).toContain(`${baseURL}/verify/${serial}`)
  }
  await rm(folder, { recursive: true, force: true })
})

test('only what is current can be put into a profile, and nobody is asked before it is', async ({ page }) => {
  for (const outcome of OUTCOMES) {
    await page.goto(`/verify/${await exampleSerial(outcome)}`)
    await page.waitForLoadState('networkidle')
    const link = page.getByRole('link', { name: 'Add to LinkedIn' })
    await expect(link).toHaveCount(outcome === 'verified' ? 1 : 0)
    if (outcome !== 'verified') continue
    await expect(link).toHaveAttribute('rel', /\bnoopener noreferrer\b/)
    await link.hover()
  }
  await expect(page.locator('link[rel~=prefetch], link[rel~=preconnect], link[rel~=dns-prefetch]')).toHaveCount(0)
  // Requests to other hosts fail every test, by e2e/support/fixtures.ts.
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
  test('the link is copied, by keyboard, and that is said', async ({ page, baseURL }) => {
    const serial = await exampleSerial('withdrawn')
    await page.goto(`/verify/${serial}`)
    await page.getByRole('button', { name: 'Copy the link' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The link is copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/verify/${serial}`)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true })
  test('the link is handed to the device’s own sharing', async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      navigator.share = (data) => Promise.resolve(void Object.assign(window, { shared: data }))
    })
    const serial = await exampleSerial('verified')
    await page.goto(`/verify/${serial}`)
    await page.getByRole('button', { name: 'Share the link' }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared)
    await expect.poll(shared).toEqual({ url: `${baseURL}/verify/${serial}` })
  })
})
