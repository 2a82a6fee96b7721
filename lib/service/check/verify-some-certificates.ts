import { undetermined } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { findNewestSerialKeys } from '@/lib/store/evidence/issued-certificates'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { judgeSerial } from './check-certificate'

const SAMPLE = 100

/**
 * Checks the newest certificates, not counted.
 * @returns how many were checked, and the serials of those that fail
 * @throws ServiceError `unavailable` when a check cannot be completed
 */
export async function verifySomeCertificates(): Promise<{ checked: number; invalid: string[] }> {
  const keys = await findNewestSerialKeys(SAMPLE)
  if (keys.length === 0) return { checked: 0, invalid: [] }
  const evidence = await readEvidence(workingPool(), keys)
  const invalid: string[] = []
  for (const key of keys) {
    const checked = judgeSerial(key, evidence)
    if (!checked) throw undetermined('a certificate disappeared while it was checked')
    const { certificate } = checked.judgement
    if (certificate.kind === 'invalid') invalid.push(certificate.serial)
  }
  return { checked: keys.length, invalid }
}
