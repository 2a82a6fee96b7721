import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { expect, test } from './support/fixtures'
import { exampleSerial, issueCertificate } from './support/operator'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a message with several links leads to one table', async ({ page }) => {
      const [one, two] = [await issueCertificate('Ana Müller'), await exampleSerial('withdrawn')]
      const origin = process.env.E2E_BASE_URL ?? ''
      await page.goto('/check-many')
      await page
        .getByRole('textbox', { name: 'Serials' })
        .fill(`Dear Ben,\nsee ${origin}/verify/${one} and\nSerial: ${two}\nBest regards, Ana`)
      await page.getByRole('button', { name: 'Check all' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 certificates')
      await expect(page.getByRole('row', { name: one })).toContainText('Genuine and current')
      await expect(page.getByRole('row', { name: one })).toContainText('Ana Müller')
      await expect(page.getByRole('row', { name: two })).toContainText('Withdrawn')
      await page.getByRole('link', { name: `Whole result ${one}` }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
    })
  })
}

test('two serials in the field of the home page lead there, and no name is sent', async ({ page }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('expired')]
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Serial' })
  const text = `Ana Müller\r\nSerial: ${one}\r\nBen Okafor\r\nSerial: ${two}\r\n`
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 certificates')
  expect(sent.join('\n')).not.toMatch(/Okafor|M%C3%BCller|Müller/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
