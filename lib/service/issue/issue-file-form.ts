import { fileKind, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { guessColumns } from '@/lib/domain/issue/guess-columns'
import { type Separator, tableSeparator } from '@/lib/domain/issue/table-separator'
import { ServiceError } from '@/lib/errors'
import { beginningOf, type IssueSource } from './issue-source'

/** What people send in place of CSV. */
const NO_CSV = {
  spreadsheet: 'a spreadsheet. Save it there as CSV UTF-8, and send that file.',
  pdf: 'a PDF. Save the table that it was made from as CSV UTF-8, and send that file.',
  picture: 'a picture. Save the table as CSV UTF-8, and send that file.',
}

/**
 * Finds out from the beginning of an issue file what parts its cells.
 * @throws ServiceError `malformed` for a spreadsheet, a PDF, a picture, and what cannot be read
 */
export async function issueFileSeparator(source: IssueSource): Promise<Separator> {
  const head = await beginningOf(source, TELLING_BYTES)
  const kind = fileKind(head)
  if (Object.hasOwn(NO_CSV, kind))
    throw new ServiceError('malformed', `The file is ${NO_CSV[kind as keyof typeof NO_CSV]}`)
  return tableSeparator(new TextDecoder().decode(head), (cell) => guessColumns([cell])[0] !== null)
}
