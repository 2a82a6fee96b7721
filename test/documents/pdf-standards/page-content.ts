import type { PdfDictionary, PdfModel } from './pdf-model'

/** An operator of a content stream, with what stands before it, and in which marked content it is. */
export interface Operation {
  operator: string
  operands: string[]
  /** The marks that are open, the outermost first: `Artifact`, or the number of a tagged piece. */
  marks: string[]
}

const TOKEN = /\((?:\\[^]|[^\\()])*\)|<<|>>|<[0-9a-fA-F\s]*>|[[\]]|\/[^\s<>[\]()/%]*|[^\s<>[\]()/%]+/g

/** The operators of a content stream, in order. */
export function operationsOf(content: Buffer): Operation[] {
  const operations: Operation[] = []
  const marks: string[] = []
  let operands: string[] = []
  for (const [token] of content.toString('latin1').matchAll(TOKEN)) {
    if (!/^[A-Za-z'"][A-Za-z0-9*]*$/.test(token) || ['true', 'false', 'null'].includes(token)) {
      operands.push(token)
      continue
    }
    if (token === 'EMC') marks.pop()
    if (token === 'BMC' || token === 'BDC') marks.push(markOf(operands))
    operations.push({ operator: token, operands, marks: [...marks] })
    operands = []
  }
  return operations
}

function markOf(operands: readonly string[]): string {
  const at = operands.indexOf('/MCID')
  if (at >= 0) return operands[at + 1] ?? ''
  return operands[0]?.slice(1) ?? ''
}

/** The pages of a PDF. */
export function pagesOf(pdf: PdfModel): PdfDictionary[] {
  return pdf.dictionaries.filter((one) => one['/Type'] === '/Page')
}

/** What is drawn on a page. */
export function contentOf(pdf: PdfModel, page: PdfDictionary): Operation[] {
  const parts = pdf.list(page['/Contents'])
  const content = parts.length > 0 ? parts : [page['/Contents'] ?? null]
  return operationsOf(Buffer.concat(content.map((one) => pdf.data(one))))
}
