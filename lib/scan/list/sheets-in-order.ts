import { attribute, elements } from './xml-elements'

const FOLDER = 'xl/'
/** The parts that say which sheets a workbook has, in which order. */
export const BOOK = 'xl/workbook.xml'
export const RELATIONS = 'xl/_rels/workbook.xml.rels'

/**
 * The parts of a workbook that are its sheets, as a spreadsheet program shows them, and behind those the hidden ones. A sheet of another
 * kind, such as a chart, is passed over.
 * @param sheets names of the parts that hold sheets, which are taken as they are if the workbook names none of them
 */
export function sheetsInOrder(book: string, relations: string, sheets: readonly string[]): readonly string[] {
  const targets = new Map<string, string>()
  for (const { attributes } of elements(relations, 'Relationship'))
    targets.set(attribute(attributes, 'Id') ?? '', partOf(attribute(attributes, 'Target') ?? ''))
  const named = [...elements(book, 'sheet')].flatMap(({ attributes }) => {
    const part = targets.get(attribute(attributes, 'id') ?? '')
    return part !== undefined && sheets.includes(part) ? [{ part, state: attribute(attributes, 'state') }] : []
  })
  const isShown = ({ state }: { state: string | undefined }) => state === undefined || state === 'visible'
  const inOrder = [...named.filter(isShown), ...named.filter((one) => !isShown(one))].map(({ part }) => part)
  return inOrder.length > 0 ? inOrder : sheets
}

const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : FOLDER + target.replace(/^\.\//, ''))
