import { ServiceError } from '@/lib/errors'
import { trustedIndexes } from '@/lib/service/badges/trusted-indexes'
import { readStatusList } from '@/lib/store/evidence/status-changes'
import { findStatusListIds } from '@/lib/store/evidence/status-lists'
import type { DoctorFinding } from './doctor-finding'

/** Names the status lists that are not served, and in which nothing may be withdrawn (docs/decisions/0132). */
export async function examineLists(): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const id of await findStatusListIds()) {
    const reason = await whyUntold(id)
    if (reason !== null) findings.push({ id: 'certificates', result: 'bad', message: explain(id, reason) })
  }
  return findings
}

async function whyUntold(id: string): Promise<string | null> {
  try {
    const list = await readStatusList(id)
    if (list) await trustedIndexes(list)
    return null
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    const { cause, message } = error
    return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : message
  }
}

function explain(id: string, reason: string): string {
  return (
    `The status list ${id} is not served, and certificates in it may not be withdrawn or corrected: ${reason}. Find out who wrote what is not ` +
    'signed there, and delete it from status_changes as the owner of the tables.'
  )
}
