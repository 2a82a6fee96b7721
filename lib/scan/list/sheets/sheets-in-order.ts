import { attribute, elements } from './xml-elements'

const FOLDER = 'xl/'
/** The parts that say which sheets a workbook has, in which order. */
export const BOOK = 'xl/workbook.xml'
export const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** A part that is a sheet, and what the workbook calls it, as it is written there. */
interface SheetPart {
  part: string
  name: string
}

/**
 * The parts of a workbook that are its sheets, in the order of a spreadsheet program: those that it shows, and the hidden ones. A sheet
 * of another kind, such as a chart, is passed over.
 * @param sheets names of the parts that hold sheets, which are taken as they are if the workbook names none of them
 */
export function sheetsInOrder(
  book: string,
  relations: string,
  sheets: readonly string[],
): { shown: readonly SheetPart[]; hidden: readonly SheetPart[] } {
  const targets = new Map<string, string>()
  for (const { attributes } of elements(relations, 'Relationship'))
    targets.set(attribute(attributes, 'Id') ?? '', partOf(attribute(attributes, 'Target') ?? ''))
  const named = [...elements(book, 'sheet')].flatMap(({ attributes }) => {
    const part = targets.get(attribute(attributes, 'id') ?? '')
    if (part === undefined || !sheets.includes(part)) return []
    return [{ part, name: attribute(attributes, 'name') ?? '', state: attribute(attributes, 'state') }]
  })
  const isShown = ({ state }: { state: string | undefined }) => state === undefined || state === 'visible'
  if (named.length === 0) return { shown: sheets.map((part) => ({ part, name: '' })), hidden: [] }
  return { shown: named.filter(isShown), hidden: named.filter((one) => !isShown(one)) }
}

const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : FOLDER + target.replace(/^\.\//, ''))
