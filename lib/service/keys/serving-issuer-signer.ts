import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import type { IssuerKeyRow } from '@/lib/domain/history/evidence'
import { wholeKeyState } from '@/lib/domain/history/judge-issuer-key'
import { undetermined } from '@/lib/errors'
import { judged } from '@/lib/service/check/judged'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { readActiveSigningKeys } from '@/lib/store/issuers/issuer-signing-keys'
import { openSigner } from './issuer-signers'

/** An issuer's signer for use while a request waits. */
interface ServingIssuerSigner {
  did: string
  signer: Signer
}

/**
 * Opens the active key of an issuer for one algorithm, without holding its row: only a key that is published, with a good
 * statement of the service and an unbroken history, signs.
 * @throws ServiceError `unavailable` when there is none, or it cannot be opened or judged
 */
export async function servingIssuerSigner(
  issuerId: string,
  algorithm: SignatureAlgorithm,
): Promise<ServingIssuerSigner> {
  const [evidence, active] = await Promise.all([readKeyEvidence(issuerId), readActiveSigningKeys(issuerId)])
  const issuer = evidence.issuers.get(issuerId)
  if (!issuer) throw undetermined('the issuer of a status list is not there')
  const usable = judged(evidence, (signatures) => {
    const isActive = (key: IssuerKeyRow) =>
      signatures.keyStatement(key, issuer.did) === 'passed' &&
      wholeKeyState(key, evidence, signatures)?.state === 'active'
    return active.filter(({ keyId }) => {
      const key = evidence.issuerKeys.get(keyId)
      return key !== undefined && isActive(key)
    })
  })
  return { did: issuer.did, signer: openSigner(usable, algorithm) }
}
