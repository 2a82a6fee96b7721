import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer } from '@/e2e/support/operator'

const ROWS = `full_name,event_title,achievement
Ana-Lucía Müller Nguyễn,Knots and Splices,Passed
,Knots and Splices,Passed`

test('an owner makes a key, issues, corrects and withdraws', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 360, height: 740 })
  await joinDesk(page, await addIssuer(), 'owner')
  const inspect = async () => {
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await inspect()
  await place('Certificates')
  await place('Waiting withdrawals')
  await expect(page.getByText('No withdrawal is waiting.')).toBeVisible()
  await inspect()
  await page.goto('/dashboard/account')
  await page.getByRole('link', { name: 'Change passkeys' }).click()
  await inspect()

  await place('Settings')
  await place('API keys')
  await page.getByRole('link', { name: 'Create an API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Student register')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const secret = await page.locator('#secret').innerText()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await inspect()
  await page.getByRole('link', { name: 'Your first request' }).click()
  await expect(page.locator('[data-example=curl]')).toContainText('$CERTS_KEY')
  await inspect()
  await page.getByRole('link', { name: 'All API keys' }).click()
  await inspect()
  await page.getByRole('link', { name: 'Revoke Student register' }).click()
  await page.getByLabel('Reason').fill('It was a test')
  await inspect()
  await page.getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByText('The key is revoked.')).toBeVisible()

  await place('Issue')
  await inspect()
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(ROWS) }
  await page.getByLabel('A table: Excel (XLSX) or CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the table' }).click()
  await expect(page.getByRole('group', { name: 'Line 3' })).toContainText('“Name” is missing')
  await inspect()
  await page.getByRole('button', { name: 'Issue the other one' }).click()
  await expect(page.getByText('One certificate was issued.')).toBeVisible()
  await inspect()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Table (CSV)' }).click()
  const stream = await (await download).createReadStream()
  const serial = await serialIn(stream)

  await page.goto(`/dashboard/certificates/${serial}/correct`)
  await inspect()
  const before = page.locator('[data-before]:visible')
  await expect(before).toHaveCount(0)
  await page.getByLabel('Name', { exact: true }).fill('Ana Müller')
  await expect(before).toHaveText(['Before: Ana-Lucía Müller Nguyễn'])
  await inspect()
  await page.getByLabel('Why it is corrected').fill('Married')
  await page.getByRole('button', { name: 'Issue the correction' }).click()
  await expect(page.getByText(`${serial} is replaced from now on.`)).toBeVisible()
  await inspect()
  const corrected = page.url().split('/').at(-3) ?? ''

  await page.goto(`/dashboard/certificates/${corrected}/withdraw`)
  await expect(page.getByRole('main')).toContainText('Ana Müller')
  await inspect()
  const current = await page.locator('.serial').innerText()
  await page.getByLabel('Why it is withdrawn').fill('The course was not completed')
  await page.getByLabel('What the public is told').fill('Issued in error.')
  await page.getByLabel('Type the serial of this certificate').fill(current.toLowerCase())
  await page.getByRole('button', { name: 'Withdraw it for good' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawn')
  await inspect()
  await page.getByRole('link', { name: 'What the public sees' }).click()
  await expect(page.getByRole('main')).toContainText('Issued in error.')
})

/** The serial of the first row of a table of certificates. */
async function serialIn(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return (text.split('\r\n')[1] ?? '').split(',')[1]?.replaceAll('"', '') ?? ''
}

test.describe('without JavaScript', () => {
  test('a certificate is issued from a file, found and withdrawn; its progress is seen by loading again', async ({
    page,
    browser,
  }) => {
    await joinDesk(page, await addIssuer(), 'owner')
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      extraHTTPHeaders: { 'x-forwarded-for': '198.18.7.7' },
    })
    const still = await plain.newPage()
    await still.goto(new URL('/dashboard/issue', page.url()).href)
    const buffer = Buffer.from('full_name,event_title,achievement\nBo Öz,Knots,Passed\n')
    await still
      .getByLabel('A table: Excel (XLSX) or CSV')
      .setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer })
    await still.getByRole('button', { name: 'Check the table' }).click()
    await still.getByRole('button', { name: 'Issue one certificate' }).click()
    await expect(async () => {
      await still.reload()
      await expect(still.getByText('One certificate was issued.')).toBeVisible({ timeout: 500 })
    }).toPass()
    await still.getByRole('searchbox').fill('bo oz')
    await still.getByRole('search').getByRole('button').click()
    await still.getByRole('link', { name: 'Bo Öz' }).click()
    const serial = await still.locator('.serial').first().innerText()
    await still.getByRole('link', { name: 'Withdraw', exact: true }).click()
    await still.getByLabel('Why it is withdrawn').fill('It was a test')
    await still.getByLabel('Type the serial of this certificate').fill(serial)
    await still.getByRole('button', { name: 'Withdraw it for good' }).click()
    await expect(still).toHaveURL(/\/withdraw\/done/)
    await plain.close()
  })
})
