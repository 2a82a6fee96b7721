import { type JournalRecord, readJournalLine } from '@/lib/domain/history/journal-record'
import { type JournalFiles, JournalFailure } from './journal-files'

/** A record, and where its line begins and ends in its segment. */
export interface PlacedRecord {
  record: JournalRecord
  begin: number
  end: number
}

/**
 * Reads the records of a segment from an offset on, a chunk at a time. What follows the last line's end was torn by a
 * crash, before anybody was told of it, and is passed over.
 * @throws JournalFailure for a damaged line before the end
 */
export async function* readSegment(files: JournalFiles, segment: string, from: number): AsyncIterable<PlacedRecord[]> {
  let rest: Buffer = Buffer.alloc(0)
  let at = from
  for await (const chunk of files.read(segment, from)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const records: PlacedRecord[] = []
    let begin = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, begin)) {
      const record = readJournalLine(bytes.toString('utf8', begin, end))
      if (record === null) throw new JournalFailure(damaged(files, segment, at + begin))
      records.push({ record, begin: at + begin, end: at + end + 1 })
      begin = end + 1
    }
    rest = bytes.subarray(begin)
    at += begin
    if (records.length > 0) yield records
  }
}

/**
 * The records of bits of some status lists, segment by segment.
 * @throws JournalFailure
 */
export async function readStatusRecords(files: JournalFiles, listIds: ReadonlySet<string>): Promise<JournalRecord[]> {
  const found: JournalRecord[] = []
  for (const { name } of (await files.segments()) ?? [])
    for await (const chunk of readSegment(files, name, 0))
      found.push(
        ...chunk.flatMap(({ record }) => (record.kind === 'status' && listIds.has(record.change.listId) ? record : [])),
      )
  return found
}

function damaged(files: JournalFiles, segment: string, offset: number): string {
  return (
    `The journal in ${files.name} is damaged: ${segment}, the line that begins at byte ${offset}. Put the file back as ` +
    'it was, from a copy.'
  )
}
