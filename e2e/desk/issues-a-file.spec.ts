import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer } from '@/e2e/support/operator'
import { workbook } from '@/test/desk/workbook'

/** With a folder here the walk leaves ten pictures: `FILM=docs/screens npm test -- --e2e issues-a-file`. */
const film = process.env.FILM
const ROWS = 300

/** A course as an office keeps it in Excel: its own heads, dates that are dates, and three cells that are wrong. */
function course(): Uint8Array {
  const text = (written: string) => ({ text: written })
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const name =
      at === 41 ? '' : at === 7 ? 'María de los Ángeles Fernández-Villaverde y Hohenzollern' : `Participant ${at + 1}`
    const date = at === 99 ? text('30 February') : { number: 46329, style: 'date' as const }
    return [text(name), text(`R-${at + 1}`), text(at === 180 ? '' : 'Passed'), date]
  })
  return workbook([['Participant', 'Student ID', 'Result', 'Course date'].map(text), ...rows])
}

/** Somebody who counts: every click and every field that is filled in. */
class Office {
  clicks = 0
  fields = 0
  private pictures = 0

  constructor(private readonly page: Page) {}

  async press(name: string | RegExp): Promise<void> {
    this.clicks += 1
    await this.page.getByRole('button', { name }).click()
  }

  async choose(label: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.clicks += 1
    await this.page.getByLabel(label).setInputFiles(file)
  }

  async fill(row: string, label: string, text: string): Promise<void> {
    this.fields += 1
    const scope = row === '' ? this.page : this.page.getByRole('group', { name: row, exact: true })
    await scope.getByLabel(label, { exact: true }).fill(text)
  }

  async picture(): Promise<void> {
    this.pictures += 1
    if (film === undefined) return
    const taken = await this.page.screenshot({ animations: 'disabled' })
    const small = await sharp(taken).png({ palette: true, colours: 48, effort: 10 }).toBuffer()
    await writeFile(join(film, `issuing-${String(this.pictures).padStart(2, '0')}.png`), small)
  }
}

// While it issues, a busy server may say so; the page asks again.
test.use({ expectedErrors: [/status of 503 .*\/dashboard\/issue\//] })

test('an office issues 300 certificates out of a workbook in at most six clicks', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await joinDesk(page, await addIssuer(), 'owner')
  const office = new Office(page)
  await office.picture()
  await page.goto('/dashboard/issue')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await office.choose('A table: Excel (XLSX) or CSV', { name: 'course.xlsx', mimeType, buffer: Buffer.from(course()) })
  await office.picture()
  await office.press('Check the table')

  // The columns are guessed; the course is the same for all, and written once.
  await expect(page.getByLabel(/What the column.*Participant/)).toHaveValue('full_name')
  await office.fill('', 'Event', 'Basic Safety Training')
  await office.picture()
  await office.press('Check the table')

  await expect(page.getByText('3 rows are refused.')).toBeVisible()
  await office.picture()
  await office.fill('Line 43', 'Name', 'Participant 42')
  await office.fill('Line 101', 'Date of the event', '2026-11-03')
  await office.fill('Line 182', 'Achievement', 'Passed')
  await page.getByRole('group', { name: 'Line 101', exact: true }).scrollIntoViewIfNeeded()
  await office.picture()
  await office.press('Check again')

  await expect(page.getByText('300 certificates can be issued.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  const seen = page.getByAltText('The certificate with the longest name')
  await expect(seen).toHaveJSProperty('complete', true)
  expect(await seen.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(1000)
  await office.picture()
  await seen.scrollIntoViewIfNeeded()
  await office.picture()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await office.press('Issue 300 certificates')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await office.picture()

  await expect(page.getByText('300 certificates were issued.')).toBeVisible({ timeout: 300_000 })
  await expectNoSidewaysScroll(page)
  await office.picture()
  await expectAccessible(page)
  expect({ clicks: office.clicks, fields: office.fields }).toEqual({ clicks: 5, fields: 4 })

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All PDFs (ZIP)' }).click()
  const archive = unzipSync(new Uint8Array(await readFile(await (await download).path())))
  expect(Object.keys(archive).filter((name) => name.endsWith('.pdf'))).toHaveLength(ROWS)
  await page.goto('/dashboard/batches')
  await expect(page.getByRole('link', { name: /Basic Safety Training.*course\.xlsx/ })).toBeVisible()
  await office.picture()
})
