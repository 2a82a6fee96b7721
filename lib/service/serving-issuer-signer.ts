import type { SignatureAlgorithm } from '@/lib/crypto/public-key'
import type { Signer } from '@/lib/crypto/signer'
import type { IssuerKeyRow } from '@/lib/domain/evidence'
import { keyStateOf } from '@/lib/domain/judge-issuer-key'
import { Undetermined } from '@/lib/domain/judgement'
import { undetermined } from '@/lib/errors'
import { readActiveSigningKeys } from '@/lib/store/issuer-signing-keys'
import { readKeyEvidence } from '@/lib/store/read-key-evidence'
import { openSigner } from './issuer-signers'
import { keyEncryptionKey } from './key-encryption-key'
import { trustedSignatures } from './trusted-signatures'

/** An issuer's signer for what is signed while a request waits. */
export interface ServingIssuerSigner {
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
  const [evidence, sealed] = await Promise.all([readKeyEvidence(issuerId), readActiveSigningKeys(issuerId)])
  if (evidence.inRecovery) throw undetermined('the database is a replica')
  const issuer = evidence.issuers.get(issuerId)
  if (!issuer) throw undetermined('the issuer of a status list is not there')
  const signatures = trustedSignatures(evidence.serviceKeys, keyEncryptionKey())
  const isActive = (key: IssuerKeyRow) =>
    signatures.keyStatement(key, issuer.did) === 'passed' && keyStateOf(key, evidence, signatures)?.state === 'active'
  try {
    const usable = sealed.filter(({ keyId }) => {
      const key = evidence.issuerKeys.get(keyId)
      return key !== undefined && isActive(key)
    })
    return { did: issuer.did, signer: openSigner(usable, algorithm) }
  } catch (error) {
    throw error instanceof Undetermined ? undetermined(error) : error
  }
}
