import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { findUnfinished, finishErasure, type UnfinishedErasure } from '@/lib/store/erasure/erasures'
import { vacuumErased } from '@/lib/store/erasure/vacuum-erased'
import { readHistory } from '@/lib/store/evidence/event-log'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { personalEnclosures } from './erase-lineage'
import { findJournalledErasures, findSignedErasures } from './proven-erasures'
import { removeErasedFiles } from './remove-erased-files'

/**
 * Completes committed erasures: deletes files and the encrypted parts in the journal, and has the database give up the
 * rows. Doing so again is harmless. One that cannot be completed does not hold up another; for one that nothing signed,
 * nothing is deleted.
 * @param options `lineageId` of one erasure, left out all that are not complete; `filesGone` the operator's word that
 *   files which are in no store are gone for good
 * @returns how many were completed
 * @throws ServiceError `unavailable` with what is left to do: a store cannot be reached or does not have a file, or the
 *   role of the database does not own its tables
 */
export async function finishErasures(options: { lineageId?: string; filesGone?: boolean } = {}): Promise<number> {
  if ((await findUnfinished(options.lineageId ?? null)).length === 0) return 0
  // In turns: a file that another run deletes at this moment would be called not found.
  return withAdvisoryLock('finish-erasures', () => finishInTurn(options))
}

async function finishInTurn(options: { lineageId?: string; filesGone?: boolean }): Promise<number> {
  const unfinished = await findUnfinished(options.lineageId ?? null)
  if (unfinished.length === 0) return 0
  const cleared: string[] = []
  const problems: ServiceError[] = []
  const ids = unfinished.map(({ lineageId }) => lineageId)
  const [signed, journalled] = [await findSignedErasures(ids), await findJournalledErasures(ids)]
  for (const erasure of unfinished) {
    const { lineageId } = erasure
    const problem = signed.has(lineageId)
      ? await clearAway(erasure, options.filesGone ?? false)
      : journalled.has(lineageId)
        ? null
        : notSigned(lineageId)
    if (problem) problems.push(problem)
    else cleared.push(lineageId)
  }
  // Also for those that wait for their files: the rows are gone.
  if (!(await withOwnConnection(vacuumErased))) problems.push(new ServiceError('unavailable', NOT_THE_OWNER))
  else for (const one of cleared) await finishErasure(one)
  if (problems[0]) throw problems[0]
  return cleared.length
}

const NOT_THE_OWNER =
  'The data is erased, but statistics and free space of the database still hold it: this role does not own the tables. ' +
  'Run as their owner: certs erase --finish'

function notSigned(lineageId: string): ServiceError {
  log.error({ lineage: lineageId }, 'nothing that the service signed says that this lineage was erased')
  return new ServiceError(
    'unavailable',
    `The table erasures names ${lineageId}, and nothing that the service signed says that it was erased. Nothing was deleted for it: certs doctor`,
  )
}

const UNREACHED =
  'The data is erased from the database; files or the journal could not be reached. Run the same command again.'

/** What is outside of the database. @returns why it is not done */
async function clearAway(erasure: UnfinishedErasure, filesGone: boolean): Promise<ServiceError | null> {
  const { lineageId, replayed } = erasure
  try {
    for (const name of personalEnclosures(await readHistory(lineageId))) await journalFiles().removeEnclosure(name)
    // What is replayed was erased before, and its files with it.
    const { notFound, places } = await removeErasedFiles(erasure, { goneIsDone: filesGone || replayed })
    if (notFound === 0) return null
    log.error({ lineage: lineageId, files: notFound, places }, 'files of an erasure were not found')
    return new ServiceError('unavailable', explainNotFound(notFound, places))
  } catch (cause) {
    log.error({ err: cause, lineage: lineageId }, 'an erasure is not complete')
    return new ServiceError('unavailable', UNREACHED, { cause })
  }
}

function explainNotFound(count: number, places: readonly string[]): string {
  const files = count === 1 ? '1 file was' : `${count} files were`
  return (
    `The data is erased from the database, but ${files} not found in ${places.join(', nor in ')}, and may be elsewhere. ` +
    'Run with the DATA_DIR and the S3_… settings of the server: certs erase --finish. ' +
    'If nothing is left anywhere: certs erase --finish --files-gone'
  )
}
