import { countUnsealed } from '@/lib/store/keys/reseal-rows'
import { SEALED_TABLE_NAMES, type SealedTable } from '@/lib/store/keys/sealed-tables'
import type { DoctorFinding } from './doctor-finding'

/** Tables that may have millions of rows: each of those is examined when it is used. */
const TOO_MANY = ['certificates', 'mail_messages', 'webhook_deliveries']

/** Whether every row that lets somebody act is one that this service wrote (docs/authority.md). */
export async function examineSeals(): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const table of SEALED_TABLE_NAMES.filter((name) => !TOO_MANY.includes(name))) {
    const { count, first } = await countUnsealed(table)
    if (count > 0)
      findings.push({ id: 'authority', result: 'bad', message: (OF_THE_LOG[table] ?? explain)(table, count, first) })
  }
  if (findings.length > 0) return findings
  return [{ id: 'authority', result: 'good', message: 'Every row that lets somebody act passes its check.' }]
}

/** What is no right of anybody. */
const OF_THE_LOG: Partial<Record<SealedTable, (table: string, count: number, first: string) => string>> = {
  log_pending: (_, count, first) =>
    `Leaves for the public log that fail their check, and are not published: ${count}, the first of ${first}. Somebody else wrote them, ` +
    'or a version from before the migration 0095a that was not stopped. Find out who, and delete them from log_pending. A change whose ' +
    'own leaf is among them has none: where it is a certificate, every check of it is 503, and its issuer issues it again.',
  log_state: () => 'The row of log_state fails its check: see the finding about the log.',
}

function explain(table: string, count: number, first: string): string {
  return (
    `Rows of ${table} that fail their check, and let nobody do anything: ${count}, the first ${first}. Somebody else wrote them, ` +
    'or a version of this service that knew no check. Find out who, delete them as the owner of the tables, and give the right anew.'
  )
}
