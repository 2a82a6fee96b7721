import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { requireNoFarCell } from './workbook-bounds'

it('a tag without an end is read once, and not once for each of its places', () => {
  const xml = `<sheetData><c ${' r="A1"'.repeat(200_000)}</sheetData>`
  expect(() => requireNoFarCell(zipSync({ 'xl/worksheets/sheet1.xml': strToU8(xml) }))).not.toThrow()
})
