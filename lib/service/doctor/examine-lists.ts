import { countOwnEntries } from '@/lib/domain/certificate/status-change'
import { ServiceError } from '@/lib/errors'
import { checkEntries, trustedIndexes } from '@/lib/service/badges/trusted-indexes'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import { listStatusChanges, readStatusList } from '@/lib/store/evidence/status-changes'
import { findStatusListIds } from '@/lib/store/evidence/status-lists'
import type { DoctorFinding } from './doctor-finding'

const OF_OTHERS =
  ' Find out who wrote what is not signed there, and delete it from status_changes as the owner of the tables'

/** Names the status lists that are not served, and in which nothing may be withdrawn (docs/decisions/0132). */
export async function examineLists(): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const id of await findStatusListIds()) {
    const message = await whyUntold(id)
    if (message !== null) findings.push({ id: 'certificates', result: 'bad', message })
  }
  return findings
}

async function whyUntold(id: string): Promise<string | null> {
  let advice = ''
  try {
    const list = await readStatusList(id)
    // What was read and does not pass was written by others. What is behind its journal, waits to be compared with it, or was signed with
    // a key that is missing may be ours: whoever deletes of that undoes withdrawals.
    if (list && (await checkEntries(list)) === 'failed') advice = `${OF_OTHERS}${await howToDelete(id)}`
    if (list) await trustedIndexes(list)
    return null
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    const { cause, message } = error
    const reason = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : message
    return `The status list ${id} is not served, and certificates in it may not be withdrawn or corrected: ${reason}.${advice}`
  }
}

/** The very statements, since a trigger lets nobody delete there; none where entries of ours would go with the others. */
async function howToDelete(id: string): Promise<string> {
  const signatures = await currentSignatures()
  const entries = await listStatusChanges(id)
  const own = countOwnEntries(entries, (signed, bytes, hash) => signatures.event(signed, bytes, hash))
  if (own === null) return '.'
  const guard = 'TRIGGER status_changes_append_only'
  const statements = [
    'BEGIN',
    `ALTER TABLE status_changes DISABLE ${guard}`,
    `DELETE FROM status_changes WHERE list_id = '${id}' AND sequence > ${own}`,
    `ALTER TABLE status_changes ENABLE ALWAYS ${guard}`,
    'COMMIT;',
  ]
  return `: ${statements.join('; ')} Then run: certs journal replay`
}
