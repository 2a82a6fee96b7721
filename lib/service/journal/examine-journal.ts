import { stat } from 'node:fs/promises'
import { recordSubject } from '@/lib/domain/history/journal-record'
import { env } from '@/lib/env'
import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { isUnderAnotherKey } from '@/lib/service/keys/is-under-another-key'
import { holdsNothing } from '@/lib/store/backup/copy-in'
import { isCompared, listRestores } from '@/lib/store/backup/restores'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { compareJournal, type JournalComparison } from '@/lib/store/journal/compare-journal'
import { JournalFailure } from '@/lib/store/journal/journal-files'
import { journalFiles, journalFolder } from '@/lib/store/journal/open-journal'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/**
 * Compares the database with its journal. What waits for the journal is written into it first, and how far they agree is
 * noted; what they say stays as it is.
 * @param options `whole` reads the journal from its beginning
 * @throws JournalFailure
 */
async function lookAtJournal(options: { whole?: boolean } = {}): Promise<JournalComparison> {
  return withOwnConnection((db) => compareJournal(db, journalFiles(), options))
}

/** How the database and its journal stand to each other, as `certs doctor` and `certs journal` say it. */
export async function examineJournal(options: { whole?: boolean } = {}): Promise<DoctorFinding[]> {
  try {
    const comparison = await lookAtJournal(options)
    if (!comparison.absent) await journalFiles().check()
    return [
      ...explainComparison(comparison, await withOwnConnection(holdsNothing)),
      ...(await explainRestores()),
      ...(await explainPlace()),
    ]
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    return [finding('bad', error.message)]
  }
}

function explainComparison(
  { missing, lost, absent, filled, foreign, position }: JournalComparison,
  isEmpty: boolean,
): DoctorFinding[] {
  const { name } = journalFiles()
  if (absent) {
    const hint = 'Is its disk mounted? If it is lost for good: certs journal fill'
    return [finding('bad', `The journal is not there: ${name}. Nothing can be corrected or withdrawn. ${hint}`)]
  }
  const findings: DoctorFinding[] = []
  if (missing.length > 0 && isEmpty) {
    const what = 'The database is empty, and its journal is of one that was not: every check is 503'
    findings.push(finding('bad', `${what}. Is DATABASE_URL right, and its disk mounted? If it is lost: certs restore`))
  } else if (missing.length > 0) {
    const histories = new Set(missing.map(recordSubject)).size
    const what = `${missing.length} journalled changes of ${histories} histories are not in it`
    findings.push(finding('bad', `The database is older than its journal: ${what}. Run: certs journal replay`))
  }
  if (lost.length > 0) {
    const hint = 'Put them back from a copy, or run: certs journal fill'
    findings.push(finding('bad', `Files of the journal are gone or too short: ${lost.join(', ')}. ${hint}`))
  }
  if (foreign > 0) {
    const what = `The database holds ${foreign} entries for the journal that the service did not make under this key`
    findings.push(finding('bad', `${what}. They are left out. Whoever looked into it runs: certs journal fill`))
  }
  if (!filled) {
    findings.push(finding('warning', 'Changes from before there was a journal are not in it. Run: certs journal fill'))
  }
  if (findings.length > 0) return findings
  return [finding('good', `The journal in ${name} and the database agree; journalled changes: ${position}.`)]
}

async function explainRestores(): Promise<DoctorFinding[]> {
  const restores = await withOwnConnection(listRestores)
  if (restores.length > 0 && (await isUnderAnotherKey()))
    return [
      finding(
        'bad',
        'Whether a restore was compared cannot be told under this KEY_ENCRYPTION_KEY. Is it the right one?',
      ),
    ]
  return restores.flatMap((restore) => {
    const from = `The database was restored from a backup of ${new Date(restore.backedUpAt).toISOString()}`
    if (isCompared(restore, keyEncryptionKey())) return explainCompared(restore.comparedWith, from)
    const hint =
      'With the newest JOURNAL_DIR run: certs journal replay. If it is lost: certs log resume, or certs journal replay --accept-loss'
    return finding('bad', `${from} and compared with nothing newer: every check is 503. ${hint}`)
  })
}

function explainCompared(comparedWith: string | null, from: string): DoctorFinding[] {
  if (comparedWith === 'lost') return [finding('warning', `${from}: what happened after it is lost.`)]
  if (comparedWith !== 'log') return []
  const what = 'its journal was lost, and it was compared with the public log'
  return [finding('warning', `${from}: ${what}. Certificates with later entries there stay undetermined.`)]
}

/** A journal that is lost together with the database is none. */
async function explainPlace(): Promise<DoctorFinding[]> {
  if (env().NODE_ENV !== 'production') return []
  const [journal, data] = await Promise.all([
    stat(journalFolder()).catch(() => null),
    stat(env().DATA_DIR).catch(() => null),
  ])
  if (!journal || journal.dev !== data?.dev) return []
  const hint = 'Set JOURNAL_DIR to a folder on another disk'
  return [
    finding('warning', `The journal is on the same file system as DATA_DIR, and is lost together with it. ${hint}.`),
  ]
}

function finding(result: DoctorFinding['result'], message: string): DoctorFinding {
  return { id: 'journal', result, message }
}
