import type pg from 'pg'
import type { JournalFiles } from './journal-files'

/** Clears the marks of files that are gone, or shorter than they were. */
export async function forgetLostSegments(db: pg.Client, files: JournalFiles): Promise<void> {
  const there = (await files.segments()) ?? []
  await db.query(
    `DELETE FROM journal_marks m WHERE NOT EXISTS (
       SELECT 1 FROM unnest($1::text[], $2::bigint[]) AS s(name, bytes) WHERE s.name = m.segment AND s.bytes >= m.bytes)`,
    [there.map(({ name }) => name), there.map(({ bytes }) => bytes)],
  )
}
