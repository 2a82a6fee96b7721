import type pg from 'pg'
import type { JournalRecord } from '@/lib/domain/history/journal-record'
import type { JournalFiles } from './journal-files'
import { emptyOutbox } from './journal-outbox'
import { countUnreplayed } from './journal-refusals'
import { findMissing } from './missing-records'
import { readSegment } from './read-journal'

/** The differences between a database and its journal. */
export interface JournalComparison {
  /** Of the database. */
  position: number
  /** The highest that was read in the journal. */
  highest: number
  /** The events from before there was a journal are in it. */
  filled: boolean
  /** Journalled, and not in the database: a restore or failover lost them. */
  missing: JournalRecord[]
  /** How many of those no replay has tried yet: nobody has looked since the database was restored. */
  unreplayed: number
  /** Records that were read: those from behind the marks, or all. */
  read: number
  /** Files that the database has seen longer than they are, or that are gone. */
  lost: string[]
  /** The folder is not there, and was once. */
  absent: boolean
  /** Entries of the outbox that the service did not make, or not under this key encryption key. */
  foreign: number
}

const AT_ONCE = 5000

/**
 * Compares a database with the journal. First the journal gets what was committed without reaching it. The marks in the
 * database say how far each file is known to be contained in it: they are as old as the database is, so that what a
 * restore lost is always behind them, and a start compares no more than what is new. No verdict rests on them.
 * @param db a connection of its own
 * @param options `whole` reads everything, whatever the marks say; `writes: false` changes neither of the two
 * @throws JournalFailure when the journal cannot be read, or is damaged behind the marks
 */
export async function compareJournal(
  db: pg.Client,
  files: JournalFiles,
  { whole = false, writes = true }: { whole?: boolean; writes?: boolean } = {},
): Promise<JournalComparison> {
  const { rows } = await db.query<{ position: string; filled: boolean }>(
    'SELECT position, filled FROM journal_position',
  )
  const position = Number(rows[0]?.position ?? 0)
  const comparison: JournalComparison = {
    ...{ position, filled: rows[0]?.filled ?? false, missing: [], unreplayed: 0, read: 0, lost: [], absent: false },
    ...{ highest: 0, foreign: 0 },
  }
  const marks = await readMarks(db)
  const segments = await files.segments()
  if (segments === null) {
    if (position !== 0) comparison.absent = true
    else if (writes) await files.make()
    return comparison
  }
  if (writes) comparison.foreign = await emptyOutbox(db, files)
  for (const { name, bytes } of (await files.segments()) ?? []) {
    const mark = marks.get(name) ?? 0
    marks.delete(name)
    if (bytes < mark) comparison.lost.push(name)
    else if (whole || bytes > mark)
      await compareSegment(db, files, { name, mark, from: whole ? 0 : mark, writes }, comparison)
  }
  comparison.lost.push(...marks.keys())
  comparison.unreplayed = await countUnreplayed(db, comparison.missing)
  return comparison
}

async function compareSegment(
  db: pg.Client,
  files: JournalFiles,
  segment: { name: string; mark: number; from: number; writes: boolean },
  comparison: JournalComparison,
): Promise<void> {
  let contained = segment.from
  let whole = true
  for await (const chunk of readSegment(files, segment.name, segment.from)) {
    for (let start = 0; start < chunk.length; start += AT_ONCE) {
      const placed = chunk.slice(start, start + AT_ONCE)
      const missing = await findMissing(db, placed)
      comparison.read += placed.length
      for (const { record } of placed) comparison.highest = Math.max(comparison.highest, record.position)
      comparison.missing.push(...missing.map(({ record }) => record))
      if (whole) contained = missing[0]?.begin ?? placed.at(-1)?.end ?? contained
      whole &&= missing.length === 0
    }
  }
  if (contained === segment.mark || !segment.writes) return
  // In the database that was looked at: the same connection, and so the same state of it.
  await db.query(
    `INSERT INTO journal_marks (segment, bytes) VALUES ($1, $2) ON CONFLICT (segment) DO UPDATE SET bytes = excluded.bytes`,
    [segment.name, contained],
  )
}

async function readMarks(db: pg.Client): Promise<Map<string, number>> {
  const { rows } = await db.query<{ segment: string; bytes: string }>('SELECT segment, bytes FROM journal_marks')
  return new Map(rows.map(({ segment, bytes }) => [segment, Number(bytes)]))
}
