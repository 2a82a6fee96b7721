import { findErasedLineages } from '@/lib/store/erasure/erasures'
import { readHistory } from '@/lib/store/evidence/event-log'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { personalEnclosures } from './erase-lineage'
import { findSignedErasures } from './proven-erasures'

/**
 * Deletes the encrypted parts of erased lineages in the journal once more: a correction that was committed just before
 * an erasure may have written its part to the journal after it, and so may a copy of the journal that was put back.
 * @param days of erasures no older than this; null for all
 * @throws JournalFailure; ServiceError `unavailable` without KEY_ENCRYPTION_KEY
 */
export async function sweepErasedEnclosures(days: number | null): Promise<void> {
  for (const lineageId of await findSignedErasures(await findErasedLineages(days))) {
    for (const name of personalEnclosures(await readHistory(lineageId))) await journalFiles().removeEnclosure(name)
  }
  await journalFiles().sweep()
}
