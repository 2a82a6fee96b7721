import { findOverdue } from '@/lib/store/records/overdue-data'
import type { DoctorFinding } from './doctor-finding'

/** Whether what is kept for a stated time is forgotten (docs/privacy.md). */
export async function examineForgetting(): Promise<DoctorFinding[]> {
  const overdue = await findOverdue()
  if (overdue.length === 0)
    return [{ id: 'forgetting', result: 'good', message: 'What is past its time was forgotten.' }]
  const hint = 'A server that runs forgets it every ten minutes, and logs what keeps it from that.'
  return overdue.map(({ what, since }) => ({
    id: 'forgetting',
    result: 'bad',
    message: `Not forgotten, though it was due on ${since.toISOString()}: ${what}. ${hint}`,
  }))
}
