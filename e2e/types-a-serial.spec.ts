import { expect, test } from './support/fixtures'
import { exampleSerial } from './support/operator'

const loosely = (serial: string) => ` ${serial.toLowerCase().replaceAll('-', ' ')} `

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a serial in small letters, with spaces, leads to its verdict', async ({ page }) => {
      const serial = await exampleSerial('verified')
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Serial' }).fill(loosely(serial))
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
      await expect(page.getByText(serial, { exact: true })).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
    })
  })
}

test('the keyboard alone is enough', async ({ page }) => {
  const serial = await exampleSerial('superseded')
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Serial' })
  for (let tabs = 0; tabs < 5 && !(await field.evaluate((one) => one === document.activeElement)); tabs++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(loosely(serial))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replaced by a correction')

  const link = page.getByRole('link', { name: 'Check the current certificate' })
  for (let tabs = 0; tabs < 5 && !(await link.evaluate((one) => one === document.activeElement)); tabs++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')

  const checks = page.locator('summary', { hasText: 'What was checked' })
  await checks.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The signature is the issuer’s.')).toBeVisible()
})

test('nothing typed leads back to the form', async ({ page }) => {
  await page.goto('/verify?serial=')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this certificate genuine?')
})

test('a developer finds the documentation from the home page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Documentation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
})
