import { checkedHistory } from './checked-history'
import type { Evidence, IssuerKeyRow, IssuerRow } from './evidence'
import { isBehindLog, KNOWS_MORE } from './judge-logged'
import { Undetermined } from './judgement'
import { foldKeyState, type KeyState } from './key-state'
import type { SignatureChecks } from './signature-checks'

/** A key that a signed form names, and its state. */
export interface KeyFinding {
  key: IssuerKeyRow
  state: KeyState
}

/**
 * Finds the key that a signed form names and checks that it is the issuer's (spec part 3).
 * @param keyId as the form names it, not verified; null when it names none
 * @param algorithm the only one that this form is signed with
 * @returns null when the key is another's, its statement does not hold, or its history was tampered with
 * @throws Undetermined when the key is not there, or the service key that vouches for it is not
 */
export function findIssuerKey(
  keyId: string | null,
  algorithm: IssuerKeyRow['algorithm'],
  issuer: IssuerRow,
  evidence: Evidence,
  signatures: SignatureChecks,
): KeyFinding | null {
  if (keyId === null) return null
  const key = evidence.issuerKeys.get(keyId)
  if (!key) throw new Undetermined('the signing key of a certificate is not there')
  if (key.issuerId !== issuer.id || key.algorithm !== algorithm) return null
  const statement = signatures.keyStatement(key, issuer.did)
  if (statement === 'undetermined') throw new Undetermined('the service key behind a key statement is not there')
  if (statement === 'failed') return null
  const state = keyStateOf(key, evidence, signatures)
  // An issuer signs with one key at a time: two in use are what is left when the end of one was taken out of the history.
  if (state?.state === 'active' && hasAnotherActive(key, evidence)) return null
  return state && { key, state }
}

function hasAnotherActive(key: IssuerKeyRow, { issuerKeys }: Evidence): boolean {
  for (const { keyId, issuerId, algorithm, state } of issuerKeys.values()) {
    if (state === 'active' && keyId !== key.keyId && issuerId === key.issuerId && algorithm === key.algorithm)
      return true
  }
  return false
}

const ALGORITHMS: readonly IssuerKeyRow['algorithm'][] = ['ES256', 'EdDSA']

/**
 * Whether these are keys of every kind. An issuer has one of each in use from its beginning on, and gets another in the same deed that
 * ends one: where one is not there, rows are gone, or not as they were.
 */
export function areOfEveryKind(inUse: readonly IssuerKeyRow[]): boolean {
  return ALGORITHMS.every((kind) => inUse.some(({ algorithm }) => algorithm === kind))
}

/**
 * The state of a key, folded from its own checked history.
 * @returns null when the history was tampered with, or the column disagrees with it
 * @throws Undetermined as `checkedHistory`
 */
export function keyStateOf(key: IssuerKeyRow, evidence: Evidence, signatures: SignatureChecks): KeyState | null {
  const events = checkedHistory(key.id, evidence, signatures)
  const state = events && foldKeyState(events)
  return state?.state === key.state ? state : null
}

/**
 * The same for what is published of a key, or signed with it.
 * @throws Undetermined also where the public log has an entry of it that is lost here, such as its end
 */
export function wholeKeyState(key: IssuerKeyRow, evidence: Evidence, signatures: SignatureChecks): KeyState | null {
  if (isBehindLog(key.id, evidence)) throw new Undetermined(KNOWS_MORE)
  return keyStateOf(key, evidence, signatures)
}
