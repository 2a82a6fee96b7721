import { expect, test } from '@/e2e/support/fixtures'
import { keepListOf, serialsKept } from '@/e2e/support/kept-list'
import { exampleSerial } from '@/e2e/support/operator'

/** A list whose receipts nobody saved yet; another one comes over it. */
const KEPT = 'NS/2019/0001'
const OTHER = ['NS/2024/0001', 'NS/2024/0002']

for (const isWanted of [false, true])
  test(`is replaced by files only once somebody says so: ${isWanted ? 'yes' : 'no'}`, async ({ page }) => {
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (isWanted ? dialog.accept() : dialog.dismiss())
    })
    await page.goto('/')
    await keepListOf(page, KEPT)
    const file = (name: string, serial = '') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(serial) })
    const files = [file('one.txt', OTHER[0]), file('two.txt', OTHER[1])]
    await page.locator('[data-drop-form] input[type=file]').setInputFiles(files)
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByRole('row', { name: isWanted ? OTHER[0] : KEPT })).toBeVisible()
    expect(asked).toEqual([expect.stringContaining('signed receipt')])
    await expect.poll(() => serialsKept(page)).toEqual(isWanted ? OTHER : [KEPT])
  })

test('is not brought back by another tab, in which it was opened before', async ({ page, context }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/')
  await keepListOf(page, KEPT)
  const older = await context.newPage()
  await older.goto('/check-many')
  await expect(older.getByRole('row', { name: KEPT })).toBeVisible()
  await page.goto('/check-many')
  await page.getByRole('textbox', { name: 'Serials' }).fill(OTHER.join('\n'))
  await page.getByRole('button', { name: 'Check all', exact: true }).click()
  await expect(page.getByText('Every row is done.')).toBeVisible()
  const answered = older.waitForResponse('**/verify/batch')
  await older.getByRole('button', { name: 'Check all again' }).click()
  await (await answered).finished()
  await expect(older.getByText('Every row is done.')).toBeVisible()
  expect(await serialsKept(page)).toEqual(OTHER)
})

test('is deleted only once somebody says so', async ({ page }) => {
  let isWanted = false
  page.on('dialog', (dialog) => void (isWanted ? dialog.accept() : dialog.dismiss()))
  await page.goto('/')
  await keepListOf(page, KEPT)
  await page.goto('/check-many')
  await page.getByRole('button', { name: 'Delete this list' }).click()
  await expect(page.getByRole('row', { name: KEPT })).toBeVisible()
  expect(await serialsKept(page)).toEqual([KEPT])
  isWanted = true
  await page.getByRole('button', { name: 'Delete this list' }).click()
  await expect(page.getByRole('row', { name: KEPT })).toBeHidden()
  await expect.poll(() => serialsKept(page)).toEqual([])
})

test('holds what was pasted and what was chosen, and goes on after a reload', async ({ page }) => {
  const [pasted, chosen] = [await exampleSerial('verified'), await exampleSerial('withdrawn')]
  await page.goto(`/check-many?serials=${pasted}`)
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`name;serial\nBen;${chosen}\n`) }
  await page.locator('#list-file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check all', exact: true }).click()
  await expect(page.getByRole('row', { name: pasted })).toContainText('Genuine and current')
  await expect(page.getByRole('row', { name: chosen })).toContainText('Withdrawn')
  // Said once the verdicts are kept, too: a row shows its verdict a moment before that.
  await expect(page.getByText('Every row is done.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: pasted })).toContainText('Genuine and current')
  await expect(page.getByRole('textbox', { name: 'Serials' })).toHaveValue('')
})
