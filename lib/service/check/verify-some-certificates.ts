import { displaySerial } from '@/lib/domain/certificate/serial'
import { WAITS_FOR_LOG } from '@/lib/domain/history/judge-logged'
import { Undetermined } from '@/lib/domain/history/judgement'
import { ServiceError, undetermined } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { findNewestSerialKeys } from '@/lib/store/evidence/issued-certificates'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { judgeSerial } from './check-certificate'

const SAMPLE = 100

/** What checks of some certificates came to. */
export interface CheckedSome {
  checked: number
  /** The serials of those that fail. */
  invalid: string[]
  /** Those that could not be determined, with what stood in the way, and whether that passes by itself within a minute. */
  undetermined: { serial: string; reason: string; passes: boolean }[]
}

/**
 * Checks the newest certificates, not counted.
 * @throws ServiceError `unavailable` where none of them can be read
 */
export async function verifySomeCertificates(): Promise<CheckedSome> {
  const keys = await findNewestSerialKeys(SAMPLE)
  const found: CheckedSome = { checked: keys.length, invalid: [], undetermined: [] }
  if (keys.length === 0) return found
  const evidence = await readEvidence(workingPool(), keys)
  for (const key of keys) {
    try {
      const checked = judgeSerial(key, evidence)
      if (!checked) throw undetermined('it disappeared while it was checked')
      const { certificate } = checked.judgement
      if (certificate.kind === 'invalid') found.invalid.push(certificate.serial)
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      found.undetermined.push({ serial: displaySerial(key), reason, passes: reason === WAITS_FOR_LOG })
    }
  }
  return found
}

/** What stood in the way of a verdict; null where something else went wrong. */
function reasonOf(error: unknown): string | null {
  const cause = error instanceof ServiceError && error.code === 'unavailable' ? error.cause : null
  if (cause instanceof Undetermined) return cause.message
  return typeof cause === 'string' ? cause : null
}
