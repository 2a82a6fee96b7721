import type { BatchResult } from '@/lib/contract/check/batch'
import { NOT_A_SERIAL } from '@/lib/domain/certificate/no-such-certificate'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { undetermined } from '@/lib/errors'
import { presentVerification } from './present-verification'
import type { BatchEntry } from './verify-batch'

const NOTHING = { certificate: null, verification: null, replacement_certificate: null }

/** One result of a batch, as it is answered (spec part 14). */
export function presentBatchEntry({ serial, checked, reason }: BatchEntry): BatchResult {
  if (checked === 'undetermined') return { serial, found: null, ...NOTHING, error: reason ?? undetermined().message }
  if (checked === null && !couldBeSerial(serialKey(serial)))
    return { serial, found: null, ...NOTHING, error: NOT_A_SERIAL }
  if (checked === null) return { serial, found: false, ...NOTHING, error: null }
  const { certificate, verification, replacement_certificate } = presentVerification(checked)
  return { serial, found: true, certificate, verification, replacement_certificate, error: null }
}
