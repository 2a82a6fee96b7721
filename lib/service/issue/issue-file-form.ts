import { open } from 'node:fs/promises'
import { fileKind, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { headLine } from '@/lib/domain/issue/head-line'
import { countColumns } from '@/lib/domain/issue/issue-row'
import { ServiceError } from '@/lib/errors'
import { unreadableFile } from '@/lib/service/files/hash-file'

/** The separators between the cells of an issue file. */
type Separator = ',' | ';' | '\t'

const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** What people send in place of CSV. */
const NO_CSV = {
  spreadsheet: 'a spreadsheet. Save it there as CSV UTF-8, and send that file.',
  pdf: 'a PDF. Save the table that it was made from as CSV UTF-8, and send that file.',
  picture: 'a picture. Save the table as CSV UTF-8, and send that file.',
}

/**
 * Finds out from the beginning of an issue file what parts its cells: programs save CSV with what their country uses.
 * @param source the file's path, or its bytes
 * @throws ServiceError `malformed` for a spreadsheet, a PDF, a picture, and what cannot be read
 */
export async function issueFileSeparator(source: string | Uint8Array): Promise<Separator> {
  const head = typeof source === 'string' ? await headOf(source) : source.subarray(0, TELLING_BYTES)
  const kind = fileKind(head)
  if (Object.hasOwn(NO_CSV, kind))
    throw new ServiceError('malformed', `The file is ${NO_CSV[kind as keyof typeof NO_CSV]}`)
  return separatorOf(new TextDecoder().decode(head))
}

/** The one that gives the most names of columns, else the most cells; a comma where nothing tells. */
function separatorOf(text: string): Separator {
  const header = headLine(text)
  const found = SEPARATORS.map((separator) => {
    const cells = header.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    return { separator, known: countColumns(cells), cells: cells.length }
  })
  const [best] = found.sort((one, other) => other.known - one.known || other.cells - one.cells)
  return best?.separator ?? ','
}

async function headOf(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw unreadableFile(path, error)
  }
}
