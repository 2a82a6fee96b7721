import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { findUnfinished } from '@/lib/store/erasure/erasures'

/** Examines whether every erasure is complete, and what is left of those that are not. */
export async function examineErasures(): Promise<DoctorFinding[]> {
  const unfinished = await findUnfinished()
  if (unfinished.length === 0) return [{ id: 'erasures', result: 'good', message: 'No erasure is left unfinished.' }]
  const files = unfinished.reduce((sum, { pending }) => sum + pending.length, 0)
  const left = files > 0 ? `files still to be deleted: ${files}` : 'only the database still has to give up the rows'
  const hint = 'Run as the owner of the tables: certs erase --finish'
  return [
    {
      id: 'erasures',
      result: 'bad',
      message: `Erasures that are not complete: ${unfinished.length}; ${left}. ${hint}`,
    },
  ]
}
