import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { exampleSerial } from './support/operator'

test('a check that is kept is listed as what it was, checked again, and deleted', async ({ page }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('withdrawn')]
  await page.goto('/history')
  await expect(page.getByText('Nothing is kept on this device.')).toBeVisible()
  for (const serial of [one, two]) {
    await page.goto(`/verify/${serial}`)
    await page.getByRole('textbox', { name: 'Your reference for the history (optional)' }).fill('Case 2026/118')
    await page.getByRole('button', { name: 'Keep in the history' }).click()
    await page.getByRole('status').getByRole('link', { name: 'History on this device' }).waitFor()
  }
  await page.goto('/history')
  const row = page.getByRole('row', { name: one })
  await expect(row).toContainText('Case 2026/118')
  await expect(row).toContainText('Genuine and current')
  await expect(page.locator('.genuine')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Check all of them again' }).click()
  await page.waitForURL('**/check-many')
  await expect(page.getByRole('row', { name: two })).toContainText('Withdrawn')
  await page.goto('/history')
  await page.getByRole('button', { name: 'Delete the history' }).click()
  await expect(page.getByText('Nothing is kept on this device.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing is kept on this device.')).toBeVisible()
})

test('nothing is kept unless somebody asks for it', async ({ page }) => {
  await page.goto(`/verify/${await exampleSerial('verified')}`)
  await page.goto('/history')
  await expect(page.getByText('Nothing is kept on this device.')).toBeVisible()
})
