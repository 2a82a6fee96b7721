import { strToU8, zipSync } from 'fflate'

/** A cell as a sheet writes it. */
type Cell =
  | { text: string }
  | { number: number; style?: 'date' | 'percent' | 'digits' | 'decimals' | 'money' | 'time' | 'moment' }
  /** No value: one that was never worked out. */
  | { formula: string; value: string | null }
  | { isTicked: boolean }
  | { error: string }
  | null

const STYLES = ['date', 'percent', 'digits', 'decimals', 'money', 'time', 'moment']
/** The number format of each, behind that of what has no style. */
const FORMATS = [0, 14, 9, 164, 2, 165, 46, 22]

/**
 * A workbook (XLSX) of one sheet, as a spreadsheet program saves one.
 * @param options `date1904`: days are counted from 1904; `merged`: ranges that are merged, such as `A2:A3`;
 *   `filtered`: the numbers of rows that a filter hides; `hiddenColumn`: the number of one that is hidden by hand
 */
export function workbook(
  rows: readonly (readonly Cell[])[],
  {
    date1904 = false,
    merged = [],
    hidden,
    isHidden = true,
    filtered = [],
    hiddenColumn,
  }: {
    date1904?: boolean
    merged?: string[]
    hidden?: Cell[][]
    isHidden?: boolean
    filtered?: number[]
    hiddenColumn?: number
  } = {},
): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
  const columns = hiddenColumn
    ? `<cols><col min="${hiddenColumn}" max="${hiddenColumn}" width="9" hidden="1"/></cols>`
    : ''
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${hidden ? `<sheet name="Last &amp; year" sheetId="2"${isHidden ? ' state="hidden"' : ''} r:id="rId3"/>` : ''}<sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/>${hidden ? `<Relationship Id="rId3" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/>` : ''}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$€-407]\\ #,##0.00"/></numFmts><cellXfs count="${FORMATS.length}">${FORMATS.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...(hidden && {
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData>${hidden.map((cells, row) => rowXml(cells, row, [])).join('')}</sheetData></worksheet>`,
    }),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${columns}<sheetData>${rows.map((cells, row) => rowXml(cells, row, filtered)).join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

function rowXml(cells: readonly Cell[], row: number, filtered: readonly number[]): string {
  return `<row r="${row + 1}"${filtered.includes(row + 1) ? ' hidden="1"' : ''}>${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if ('text' in cell) return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell.text)}</t></is></c>`
  if ('error' in cell) return `<c r="${at}" t="e"><f>x</f><v>${cell.error}</v></c>`
  if ('number' in cell)
    return `<c r="${at}"${cell.style ? ` s="${STYLES.indexOf(cell.style) + 1}"` : ''}><v>${cell.number}</v></c>`
  if ('isTicked' in cell) return `<c r="${at}" t="b"><v>${Number(cell.isTicked)}</v></c>`
  if (cell.value === null) return `<c r="${at}"><f>${escaped(cell.formula)}</f><v></v></c>`
  return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
