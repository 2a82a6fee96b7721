import { contentOf, pagesOf } from './page-content'
import type { PdfDictionary, PdfModel, PdfValue } from './pdf-model'
import type { Rules } from './rules-of-pdf-a'

const PAINTING = ['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"', 'Do', 'sh', 'EI']
const elements = (pdf: PdfModel) => pdf.dictionaries.filter((one) => one['/Type'] === '/StructElem')
const isText = (value: PdfValue | undefined) => typeof value === 'string' && value.replace(/^u:/, '').trim() !== ''
const xmpOf = (pdf: PdfModel) => pdf.data(pdf.catalogue['/Metadata']).toString('utf8')

/** Every tagged piece of a page's content, by its number. */
function numbersOf(pdf: PdfModel, page: PdfDictionary): string[] {
  return [...new Set(contentOf(pdf, page).flatMap(({ marks }) => marks.filter((mark) => /^\d+$/.test(mark))))]
}

/** The levels of the headings, in the order of reading. */
function headings(pdf: PdfModel, from: PdfValue | undefined): number[] {
  const element = pdf.dict(from)
  const [, level] = /^\/H([1-6])$/.exec(String(element['/S'])) ?? []
  const below = Array.isArray(element['/K']) ? element['/K'] : [element['/K'] ?? null]
  const inside = below.filter((one) => typeof one === 'string').flatMap((one) => headings(pdf, one))
  return [...(level === undefined ? [] : [Number(level)]), ...inside]
}

/** Rules of PDF/UA-1 (ISO 14289-1) by clause, as far as our files could break them. */
export const PDF_UA: Rules = {
  '5 says that it is PDF/UA-1': (pdf) => xmpOf(pdf).includes('<pdfuaid:part>1</pdfuaid:part>'),
  '7.1 all that is drawn is tagged or an artifact': (pdf) =>
    pagesOf(pdf).every((page) =>
      contentOf(pdf, page).every(
        ({ operator, marks }) =>
          !PAINTING.includes(operator) || marks.some((mark) => mark === 'Artifact' || /^\d+$/.test(mark)),
      ),
    ),
  '7.1 no artifact within what is tagged, and the other way round': (pdf) =>
    pagesOf(pdf).every((page) =>
      contentOf(pdf, page).every(
        ({ marks }) => !marks.includes('Artifact') || !marks.some((mark) => /^\d+$/.test(mark)),
      ),
    ),
  '7.1 every tagged piece is in the tree': (pdf) => {
    const tree = pdf.dict(pdf.dict(pdf.catalogue['/StructTreeRoot'])['/ParentTree'])
    const parents = pdf.list(tree['/Nums'])
    return pagesOf(pdf).every((page) => {
      const row = pdf.list(parents[parents.indexOf(page['/StructParents'] ?? null) + 1])
      return numbersOf(pdf, page).every((number) => {
        const kids = pdf.dict(row[Number(number)])['/K']
        return (Array.isArray(kids) ? kids : [kids]).includes(Number(number))
      })
    })
  },
  '7.1 readers show the title': (pdf) => pdf.dict(pdf.catalogue['/ViewerPreferences'])['/DisplayDocTitle'] === true,
  '7.1 the metadata has a title': (pdf) => /<dc:title>[^]*?<rdf:li[^>]*>[^<]+</.test(xmpOf(pdf)),
  '7.1 nothing of it is a guess': (pdf) => pdf.dict(pdf.catalogue['/MarkInfo'])['/Suspects'] !== true,
  '7.2 language': (pdf) => isText(pdf.catalogue['/Lang']),
  '7.3 figures have words': (pdf) =>
    elements(pdf).every((one) => one['/S'] !== '/Figure' || isText(one['/Alt']) || isText(one['/ActualText'])),
  '7.4.2 headings begin with the first level, and leave none out': (pdf) => {
    const levels = headings(pdf, pdf.list(pdf.dict(pdf.catalogue['/StructTreeRoot'])['/K'])[0])
    return levels.length > 0 && levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)
  },
  '7.16 readers aloud are let in': ({ trailer }) => trailer['/Encrypt'] === undefined,
  '7.18.3 annotations in the order of the structure': (pdf) =>
    pagesOf(pdf).every((page) => {
      const shown = pdf.list(page['/Annots']).filter((one) => pdf.dict(one)['/Subtype'] !== '/Widget')
      return shown.length === 0 || page['/Tabs'] === '/S'
    }),
  '7.20 no page of another file': ({ dictionaries }) => !dictionaries.some((one) => one['/Ref'] !== undefined),
}
