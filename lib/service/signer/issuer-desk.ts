import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import { judgeIssuer, type JudgedIssuer } from '@/lib/domain/history/judge-issuer'
import { wholeKeyState } from '@/lib/domain/history/judge-issuer-key'
import { ServiceError, undetermined } from '@/lib/errors'
import { judged } from '@/lib/service/check/judged'
import { openSigner } from '@/lib/service/keys/issuer-signers'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { RecentResults } from '@/lib/store/evidence/recent-results'
import { readActiveSigningKeys } from '@/lib/store/issuers/issuer-signing-keys'
import { SharedTurn } from './shared-turn'

/** An issuer as the signer itself finds it, with one of its keys. */
export interface SigningIssuer {
  issuer: JudgedIssuer
  signer: Signer
}

const reading = new SharedTurn(read)
/** Keys that were opened, by their rows as they are: opening one takes longer than signing with it. */
const opened = new RecentResults<Signer>(1000)

/**
 * An issuer with one of its active keys, by the signer's own reading of its history: nothing that the asking process says
 * is believed. Who asks in the same turn shares one reading, which begins afterwards.
 * @throws ServiceError `unavailable` when the record fails its check, or the key is none of its active ones
 */
export async function signingIssuer(
  issuerId: string,
  keyId: string,
  algorithm: SignatureAlgorithm,
): Promise<SigningIssuer> {
  const { issuer, active } = await reading.get(issuerId)
  const row = active.find((one) => one.algorithm === algorithm)
  if (row?.keyId !== keyId) throw new ServiceError('unavailable', 'The key is not the issuer’s active one.')
  const signer = opened.get(`${row.id}\n${row.privateSealed ?? ''}`, () => openSigner([row], algorithm))
  return { issuer, signer }
}

async function read(issuerId: string) {
  const [evidence, rows] = await Promise.all([readKeyEvidence(issuerId), readActiveSigningKeys(issuerId)])
  const row = evidence.issuers.get(issuerId)
  if (!row) throw undetermined('the issuer is not there')
  return judged(evidence, (signatures) => {
    const issuer = judgeIssuer(row, evidence, signatures)
    if (!issuer) throw undetermined('the record of the issuer fails its check')
    const active = rows.filter(({ keyId }) => {
      const key = evidence.issuerKeys.get(keyId)
      if (!key || signatures.keyStatement(key, issuer.did) !== 'passed') return false
      return wholeKeyState(key, evidence, signatures)?.state === 'active'
    })
    return { issuer, active }
  })
}
