import { findUnfinished } from '@/lib/store/erasure/erasures'
import type { Finding } from '../doctor-finding'

/** Whether every erasure is complete. */
export async function examineErasures(): Promise<Finding[]> {
  const { length } = await findUnfinished()
  if (length === 0) return [{ id: 'erasures', result: 'good', message: 'No erasure is left unfinished.' }]
  const message = `Erasures that are not complete: ${length}. A start completes them, or: certs erase --finish`
  return [{ id: 'erasures', result: 'bad', message }]
}
