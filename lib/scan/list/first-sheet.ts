import { attribute, elements } from './xml-elements'

const FOLDER = 'xl/'
/** The parts that say which sheets a workbook has, in which order. */
export const BOOK = 'xl/workbook.xml'
export const RELATIONS = 'xl/_rels/workbook.xml.rels'

/**
 * Which part of a workbook is its first sheet: the one that a spreadsheet program shows first, so none that is hidden while there is
 * another. A sheet of another kind, such as a chart, is passed over.
 * @param sheets names of the parts that hold sheets, of which the first is taken if the workbook names none of them
 */
export function firstSheet(book: string, relations: string, sheets: readonly string[]): string | undefined {
  const targets = new Map<string, string>()
  for (const { attributes } of elements(relations, 'Relationship'))
    targets.set(attribute(attributes, 'Id') ?? '', partOf(attribute(attributes, 'Target') ?? ''))
  const named = [...elements(book, 'sheet')].flatMap(({ attributes }) => {
    const part = targets.get(attribute(attributes, 'id') ?? '')
    return part !== undefined && sheets.includes(part) ? [{ part, state: attribute(attributes, 'state') }] : []
  })
  const shown = named.find(({ state }) => state === undefined || state === 'visible')
  return (shown ?? named[0])?.part ?? sheets[0]
}

const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : FOLDER + target.replace(/^\.\//, ''))
