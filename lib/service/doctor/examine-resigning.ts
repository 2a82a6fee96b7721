import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { vcJwtPrefix } from '@/lib/service/keys/sign-vc-jwt'
import { transaction } from '@/lib/store/database/database'
import { countToResign } from '@/lib/store/evidence/signed-with'
import { findCompromisedKeyOwners } from '@/lib/store/issuers/issuer-signing-keys'
import type { DoctorFinding } from './doctor-finding'

/**
 * Names the issuers whose current certificates of a compromised key nobody else can verify until they are signed again.
 */
export async function examineResigning(): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const slug of await transaction(findCompromisedKeyOwners)) {
    const { issuer, keys } = await listSigningKeys(slug)
    let waiting = 0
    for (const { keyId, since } of keys) {
      if (since !== null) waiting += await countToResign(issuer.id, vcJwtPrefix(keyId), since)
    }
    if (waiting === 0) continue
    const message =
      `Certificates of ${issuer.name} that only this service can verify, since their key was compromised: ` +
      `${waiting}. Run: certs issuer resign ${issuer.slug}`
    findings.push({ id: 'certificates', result: 'warning', message })
  }
  return findings
}
