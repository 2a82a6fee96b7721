import type { BatchResult } from '@/lib/contract/check/batch'
import { undetermined } from '@/lib/errors'
import { presentVerification } from './present-verification'
import type { BatchEntry } from './verify-batch'

const NOTHING = { certificate: null, verification: null, replacement_certificate: null }

/** One result of a batch, as it is answered (spec part 14). */
export function presentBatchEntry({ serial, checked }: BatchEntry): BatchResult {
  if (checked === 'undetermined') return { serial, found: null, ...NOTHING, error: undetermined().message }
  if (checked === null) return { serial, found: false, ...NOTHING, error: null }
  const { certificate, verification, replacement_certificate } = presentVerification(checked)
  return { serial, found: true, certificate, verification, replacement_certificate, error: null }
}
