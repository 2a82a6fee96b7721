import type { Evidence, IssuerKeyRow, IssuerRow } from './evidence'
import { checkedChain } from './judge-chain'
import { Undetermined } from './judgement'
import { foldKeyState, type KeyState } from './key-state'
import type { SignatureChecks } from './signature-checks'

/** The key that a `vc+jwt` says it was signed with, and what is wrong with it. */
export interface KeyFinding {
  key: IssuerKeyRow
  state: KeyState
}

/**
 * Finds the issuer's key that signed a certificate and checks that it is the issuer's (definitions.md part 3).
 * @returns null when the key is another's, its statement does not hold, or its history was tampered with
 * @throws Undetermined when the key is not there, or the service key that vouches for it is not
 */
export function findIssuerKey(
  forms: { vcJwt: string; vcJwtSha256: string },
  issuer: IssuerRow,
  evidence: Evidence,
  signatures: SignatureChecks,
): KeyFinding | null {
  const kid = signatures.credentialKeyId(forms.vcJwt, forms.vcJwtSha256)
  if (kid === null) return null
  const key = evidence.issuerKeys.get(kid)
  if (!key) throw new Undetermined('the signing key of a certificate is not there')
  if (key.issuerId !== issuer.id || key.algorithm !== 'ES256') return null
  const statement = signatures.keyStatement(key, issuer.did)
  if (statement === 'undetermined') throw new Undetermined('the service key behind a key statement is not there')
  if (statement === 'failed') return null
  const state = keyStateOf(key, evidence, signatures)
  return state && { key, state }
}

/**
 * The state of a key, folded from its own checked history.
 * @returns null when the history was tampered with, or the column disagrees with it
 * @throws Undetermined as `checkedChain`
 */
export function keyStateOf(key: IssuerKeyRow, evidence: Evidence, signatures: SignatureChecks): KeyState | null {
  const events = checkedChain(key.id, evidence, signatures)
  const state = events && foldKeyState(events)
  return state?.state === key.state ? state : null
}
