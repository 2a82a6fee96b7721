import { ServiceError } from '@/lib/errors'
import { checkEntries, trustedIndexes } from '@/lib/service/badges/trusted-indexes'
import { readStatusList } from '@/lib/store/evidence/status-changes'
import { findStatusListIds } from '@/lib/store/evidence/status-lists'
import type { DoctorFinding } from './doctor-finding'

const OF_OTHERS =
  ' Find out who wrote what is not signed there, and delete it from status_changes as the owner of the tables.'

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
    if (list && (await checkEntries(list)) === 'failed') advice = OF_OTHERS
    if (list) await trustedIndexes(list)
    return null
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    const { cause, message } = error
    const reason = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : message
    return `The status list ${id} is not served, and certificates in it may not be withdrawn or corrected: ${reason}.${advice}`
  }
}
