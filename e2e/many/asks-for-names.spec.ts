import { zipSync, strToU8 } from 'fflate'
import { expect, test } from '../support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '../support/inspect-page'
import { issueCertificates } from '../support/operator'

test('which part of a list holds the names is asked before anything is compared, and can be changed', async ({
  page,
}) => {
  const [one = '', two = ''] = await issueCertificates([
    ['Anna Miller', 'Names'],
    ['Ben Wu', 'Names'],
  ])
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/check-many')
  await page.getByRole('textbox', { name: 'Serials' }).fill(`Eve Ek|Miller, Anna|${one}\nCy Uhl|Wu, Ben|${two}`)
  await page.getByRole('button', { name: 'Check all' }).click()
  const question = page.getByRole('group', { name: 'Which of these are the names to compare?' })
  await expect(question.getByRole('radio')).toHaveCount(3)
  await expect(page.getByRole('row')).toHaveCount(0)
  expect(sent.join('\n')).not.toContain('/batch')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'Eve Ek · Cy Uhl' }).check()
  await page.getByRole('button', { name: 'Check all' }).first().click()
  await expect(page.getByRole('row', { name: one })).toContainText('Genuine, but another name')
  const batches = sent.filter((request) => request.includes('/batch')).length
  const choice = page.getByRole('combobox', { name: 'Compared as expected names' })
  await choice.selectOption('Miller, Anna · Wu, Ben')
  await expect(page.getByRole('row', { name: one })).toContainText('Genuine and current')
  await expect(page.getByRole('row', { name: two })).toContainText('Likely the same')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(choice).toHaveValue('1')
  await choice.selectOption('None of these: compare no names')
  await expect(page.getByRole('row', { name: one })).not.toContainText('Miller, Anna')
  expect(sent.filter((request) => request.includes('/batch'))).toHaveLength(batches)
  expect(sent.join('\n')).not.toMatch(/Miller|Uhl/)
})

test('hidden sheets of a workbook are named, and so are lists of which no name is compared', async ({ page }) => {
  const [one = ''] = await issueCertificates([['Anna Miller', 'Sheets']])
  const sheet = (cells: string[]) =>
    strToU8(
      `<worksheet><sheetData><row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row></sheetData></worksheet>`,
    )
  const book = zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="May" id="r1"/><sheet name="A &amp; B" id="r2" state="hidden"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': sheet(['Anna Miller', one]),
    'xl/worksheets/sheet2.xml': sheet(['Ben Wu', 'NS/2024/0042']),
  })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.goto('/check-many')
  await page.locator('#list-file').setInputFiles([
    { name: 'book.xlsx', mimeType, buffer: Buffer.from(book) },
    {
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Dear Ana Li,\nplease look at ${one} of Ben.\n`),
    },
  ])
  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(
    page.getByText('book.xlsx: Hidden sheets of this workbook were not read: \u2068A & B\u2069.'),
  ).toBeVisible()
  await expect(page.getByText('letter.txt: No names were compared')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'book.xlsx: Compared as expected names' })).toHaveValue('0')
})
