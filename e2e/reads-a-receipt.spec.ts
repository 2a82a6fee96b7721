import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'

const BATCH = '/api/public/credentials/verify/batch'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedErrors: [/status of 422/] })

    test('a receipt over several says what was said then and what holds now', async ({ page, request }) => {
      const serials = [await exampleSerial('verified'), await exampleSerial('withdrawn'), '0000-0000-0000-001Z']
      const answer = await request.post(BATCH, { data: { serials, receipt: true, reference: 'Case 2026/118' } })
      const { receipt_jwt: jwt } = (await answer.json()) as { receipt_jwt: string }
      await page.goto('/receipts')
      await page.locator('textarea').fill(jwt)
      await page.getByRole('button', { name: 'Check receipt' }).click()
      const row = page.getByRole('row', { name: serials[1] ?? '' })
      await expect(row.locator('.row-verdict')).toHaveText('Withdrawn')
      await expect(page.getByText('Case 2026/118').first()).toBeVisible()
      await expect(page.locator('.genuine')).toHaveCount(0)
      if (javaScriptEnabled) {
        await expect(page.getByText('Your browser checked the signature itself')).toBeVisible()
        await expectAccessible(page)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })

    test('a receipt that was changed fails', async ({ page, request }) => {
      const data = { serials: [await exampleSerial('verified')], receipt: true }
      const { receipt_jwt: jwt } = (await (await request.post(BATCH, { data })).json()) as { receipt_jwt: string }
      await page.goto('/receipts')
      await page.locator('textarea').fill(`${jwt.slice(0, -8)}AAAAAAAA`)
      await page.getByRole('button', { name: 'Check receipt' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This receipt fails its check')
    })
  })
}

test('the record of a long list is checked as a whole: one changed part spoils it', async ({ page, request }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('expired')]
  const receiptOf = async (serial: string) => {
    const answer = await request.post(BATCH, { data: { serials: [serial], receipt: true } })
    return ((await answer.json()) as { receipt_jwt: string }).receipt_jwt
  }
  const receipts = [await receiptOf(one), await receiptOf(two)]
  await page.goto('/receipts')
  await page.locator('textarea').fill(JSON.stringify({ receipts }))
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(page.getByRole('row', { name: two }).locator('.row-verdict')).toHaveText('Expired')
  await page
    .locator('textarea')
    .fill(JSON.stringify({ receipts: [receipts[0], `${receipts[1]?.slice(0, -8)}AAAAAAAA`] }))
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(page.getByText('At least one of these receipts fails its check')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('of two receipts the last one counts, however late the keys for the first come', async ({ page, request }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/.well-known/jwks.json', async (route) => {
    if ((asked += 1) === 1) await held
    await route.continue()
  })
  const jwt = await receiptOver(request, [await exampleSerial('verified')], '198.18.0.2')
  const field = page.locator('textarea')
  const send = async (receipts: string[]) => {
    await field.fill(JSON.stringify({ receipts }))
    await page.getByRole('button', { name: 'Check receipt' }).click()
  }
  await page.goto('/receipts')
  await send([jwt, jwt])
  await send([jwt, `${jwt.slice(0, -8)}AAAAAAAA`])
  const bad = page.getByText('At least one of these receipts fails its check')
  await expect(bad).toBeVisible()
  const late = page.waitForResponse('**/.well-known/jwks.json')
  release()
  await (await late).finished()
  // More of what the first receipt needs, begun after it.
  await page.evaluate(async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    for (let count = 0; count < 50; count += 1) await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  })
  await expect(bad).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('a PDF with the case number is made on the verdict’s page, and checked here without being sent', async ({
  page,
}) => {
  const serial = await exampleSerial('withdrawn')
  await page.goto(`/verify/${serial}`)
  await page.getByRole('textbox', { name: 'Your reference for the receipt' }).fill('Case 2026/118')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt of this check' }).click()
  const path = await (await download).path()
  const sent: (string | null)[] = []
  page.on('request', (asked) => sent.push(asked.method() === 'POST' ? (asked.headers()['content-type'] ?? null) : null))
  await page.goto('/receipts')
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(page.getByText('Your browser checked the signature itself')).toBeVisible()
  const row = page.getByRole('row', { name: serial })
  await expect(row).toContainText('Case 2026/118')
  await expect(row.locator('.row-verdict')).toHaveText('Withdrawn')
  expect(sent.filter(Boolean)).toEqual(['application/jwt'])
})

/** A receipt over as many certificates as one can hold, as somebody else was given it. */
async function receiptOver(request: APIRequestContext, serials: readonly string[], address: string): Promise<string> {
  const headers = { 'x-forwarded-for': address }
  const answer = await request.post(BATCH, { data: { serials, receipt: true }, headers })
  return ((await answer.json()) as { receipt_jwt: string }).receipt_jwt
}

test('every row says how it stands now, or that it could not be checked', async ({ page, request, clientAddress }) => {
  const numbers = (from: number) => Array.from({ length: 100 }, (_, n) => `NS/2024/${from + n}`)
  const receipts: string[] = []
  for (const at of [1, 2, 3])
    receipts.push(await receiptOver(request, numbers(1000 * at), clientAddress.replace(/\d+$/, String(at))))
  await page.goto('/receipts')
  await page.locator('textarea').fill(JSON.stringify({ receipts }))
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(page.getByRole('row', { name: 'NS/2024/1099' }).locator('.row-verdict')).toHaveText(/No certificate/)
  const last = page.getByRole('row', { name: 'NS/2024/3099' }).locator('.row-verdict')
  await expect(last).toHaveText('Could not check just now')
  await expect(last).toHaveClass(/unknown/)
})

test('what holds now says when it was checked, and gives way after five minutes', async ({ page, request }) => {
  await page.clock.install()
  const serial = await exampleSerial('verified')
  await page.goto('/receipts')
  await page.locator('textarea').fill(await receiptOver(request, [serial], '198.18.0.1'))
  await page.getByRole('button', { name: 'Check receipt' }).click()
  const row = page.getByRole('row', { name: serial })
  await expect(row.locator('.row-verdict')).toHaveText('Genuine and current')
  await expect(row).toContainText(/Checked at \d\d:\d\d on \d+ \w+ 20\d\d \(UTC\)/)
  await page.clock.fastForward('05:01')
  await expect(row.locator('.row-verdict.unknown')).toHaveText(/^Checked at \d\d:\d\d on .* \(UTC\)$/)
  await expect(row.locator('[data-slot=now]')).not.toContainText('Genuine')
})
