import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer } from '@/e2e/support/operator'
import { NAMES_IN_CODE_PAGES } from '@/test/desk/code-page-names'

// While it issues, a busy server may say so; the page asks again.
test.use({ expectedErrors: [/status of 503 .*\/dashboard\/issue\//] })

test('an office says by its names in which alphabet a file was saved, and goes back once', async ({ page }) => {
  const bytes = NAMES_IN_CODE_PAGES.find(([language]) => language === 'Czech')?.[3] ?? ''
  const names = Buffer.from(bytes, 'hex').toString('latin1').split(';')
  const text = `full_name;event_title;achievement\r\n${names.map((name) => `${name};Knots;Passed\r\n`).join('')}`
  await page.setViewportSize({ width: 390, height: 844 })
  await joinDesk(page, await addIssuer(), 'owner')
  await page.goto('/dashboard/issue')
  const file = { name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') }
  await page.getByLabel('A table: Excel (XLSX) or CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the table' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which line is spelled right?')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoSidewaysScroll(page)

  // By the keyboard alone: the first line, which is wrong.
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Jiøí Nováèek').first()).toBeVisible()
  await page.getByRole('button', { name: 'Choose another alphabet' }).click()

  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Jiří Nováček' }).check()
  await page.getByRole('button', { name: 'Read it like this' }).click()
  await expect(page.getByText('3 certificates can be issued.')).toBeVisible()
  await page.getByRole('button', { name: 'Issue 3 certificates' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch')
  await expect(page.getByText('Antonín Dvořák').first()).toBeVisible()
})
