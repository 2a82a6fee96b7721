import { unzipSync } from 'fflate'
import { tagAttribute } from '@/lib/domain/workbook/number-formats'
import { sheetColumn } from './require-seen-cells'
import { isRead } from './shown-numbers'
import { WorkbookError } from './workbook-error'

/** The most bytes that a workbook may unpack to: ten thousand rows take about a tenth. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MOST_ENTRIES = 500
/** A workbook may hold more rows than are issued at once, but none may take the thread's memory. */
const MOST_ROWS = 50_000
/** The room of a sheet as the library makes it: one cell in its last corner would take gigabytes. */
const MOST_ROOM = 10_000_000
/** The start of a cell that is not empty. */
const FILLED_CELL = /<(?:[\w.-]{1,40}:)?c\s[^<>]*(?<!\/)>/g
const PLACE = /^([A-Z]{1,3})(\d{1,7})$/
/** How the start of a row ends (ECMA-376 part 1, 18.3.1.73): its name may have a prefix, and no text of a cell holds a `<`. */
const ROW_START = /<(?:[\w.-]+:)?row[\s/>]$/
const LONGEST_START = 40

/**
 * Says no before anything is unpacked: what an archive says of its sizes is all the room that it is given afterwards. What is stored as
 * it is takes the other of its two sizes, whatever it says that it unpacks to, and many entries may be of the same bytes.
 */
export function requireModest(bytes: Uint8Array): void {
  let [unpacked, entries] = [0, 0]
  try {
    unzipSync(bytes, {
      filter: ({ size, originalSize }) => {
        unpacked += Math.max(size, originalSize)
        entries += 1
        if (unpacked > MOST_UNPACKED || entries > MOST_ENTRIES)
          throw new WorkbookError('it unpacks to more than a table of certificates needs')
        return false
      },
    })
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError('it is damaged, or no workbook')
  }
}

/** Says no before any cell is read: the cells of a hundred thousand rows take all of the thread's memory, or nearly. */
export function requireFewRows(bytes: Uint8Array): void {
  for (const sheet of sheetsOf(bytes)) {
    let rows = 0
    for (let at = sheet.indexOf('row'); at !== -1; at = sheet.indexOf('row', at + 1)) {
      if (ROW_START.test(sheet.toString('latin1', Math.max(0, at - LONGEST_START), at + 4))) rows += 1
      if (rows > MOST_ROWS) throw tooManyRows()
    }
  }
}

/** Says no where a cell stands so far away from the others that the room between would take all of the thread's memory. */
export function requireNoFarCell(bytes: Uint8Array): void {
  for (const sheet of sheetsOf(bytes)) {
    let [rows, columns] = [0, 0]
    for (const [tag] of sheet.toString('latin1').matchAll(FILLED_CELL)) {
      const [, letters = '', row = 0] = PLACE.exec(tagAttribute(tag, 'r') ?? '') ?? []
      rows = Math.max(rows, Number(row))
      columns = Math.max(columns, sheetColumn(letters) + 1)
      if (rows > MOST_ROWS || rows * columns > MOST_ROOM)
        throw new WorkbookError(`its cell ${letters}${row} stands far away from the others`)
    }
  }
}

/** Says no to a text that a comment, or what is marked as text, parts: the library takes what stands behind it for all of the cell. */
export function requireWholeTexts(bytes: Uint8Array): void {
  for (const word of ['sheetData', 'sst'])
    for (const part of partsWith(bytes, word)) {
      const cells = part.indexOf(word)
      if (part.includes('<!', cells) || part.includes('<?', cells))
        throw new WorkbookError('its cells are written as by no spreadsheet program')
    }
}

/** Known by what they hold: a workbook may keep them in any place. */
export function sheetsOf(bytes: Uint8Array): Buffer[] {
  return partsWith(bytes, 'sheetData')
}

function partsWith(bytes: Uint8Array, word: string): Buffer[] {
  try {
    const parts = Object.values(unzipSync(bytes, { filter: ({ name }) => isRead(name) }))
    return parts
      .map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))
      .filter((part) => part.includes(word))
  } catch {
    throw new WorkbookError('it is damaged, or no workbook')
  }
}

function tooManyRows(): WorkbookError {
  return new WorkbookError(`it has more than ${MOST_ROWS} rows`)
}
