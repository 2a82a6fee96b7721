import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import type { Evidence, IssuerKeyRow, IssuerRow } from '@/lib/domain/history/evidence'
import { areOfEveryKind, wholeKeyState } from '@/lib/domain/history/judge-issuer-key'
import { Undetermined } from '@/lib/domain/history/judgement'
import type { KeyState } from '@/lib/domain/history/key-state'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import type { PublishedKey } from '@/lib/domain/issuer/did-document'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { judged } from '@/lib/service/check/judged'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { knownServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { isIssuerNamed } from '@/lib/store/issuers/lost-issuers'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/** A DID and the keys that are published under it. */
interface PublishedKeys {
  did: string
  keys: PublishedKey[]
}

/**
 * The keys that an issuer's credentials verify with: active and retired ones, each with a good statement of the service
 * and an unbroken history; a compromised key is unpublished at once (spec part 6).
 * @param options `compromised`: those too, for a caller that checks by itself what was signed when
 * @throws ServiceError `not_found`; `unavailable` when a key's state cannot be determined
 */
export async function getIssuerKeys(
  issuerId: string,
  { compromised = false }: { compromised?: boolean } = {},
): Promise<PublishedKeys> {
  const notFound = new ServiceError('not_found', 'No issuer has this identifier.')
  if (!isUuid(issuerId)) throw notFound
  const evidence = await servingGuard().run(() => readKeyEvidence(issuerId.toLowerCase()))
  const issuer = evidence.issuers.get(issuerId.toLowerCase())
  if (!issuer) {
    await assureNone()
    if (await servingGuard().run(() => isIssuerNamed(issuerId.toLowerCase())))
      throw undetermined('the row of an issuer is gone')
    throw notFound
  }
  const keys = judged(evidence, (signatures) => {
    const states = new Map<IssuerKeyRow, KeyState['state']>()
    for (const key of evidence.issuerKeys.values()) {
      const found = stateOf(key, issuer, evidence, signatures)
      if (found) states.set(key, found.state)
    }
    const known = [...states.keys()]
    if (!areOfEveryKind(known.filter((key) => states.get(key) === 'active')))
      throw new Undetermined('a signing key that an issuer uses is not there')
    return known.filter((key) => compromised || states.get(key) !== 'compromised')
  })
  return { did: issuer.did, keys: keys.map(({ keyId, publicJwk }) => ({ keyId, publicJwk: jwk(publicJwk) })) }
}

/**
 * The service's own keys, with which its events, manifests and receipts verify; retired ones stay.
 * @param options `compromised`: those too, for a caller that only tells whose key it was
 * @throws ServiceError `unavailable`, also where the row of any key fails its check or is missing: left out, its key would read as a
 *   stranger's
 */
export async function getServiceKeys(options: { compromised?: boolean } = {}): Promise<PublishedKeys> {
  const { areAll, ...published } = await readPublishedKeys(options)
  if (!areAll) throw undetermined('the row of a service key fails its check, or is not there')
  return published
}

/**
 * As `getServiceKeys`, without the keys whose rows fail their check.
 * @returns `areAll`: whether no row does, and none is missing that the journal knows of
 * @throws ServiceError `unavailable`
 */
export async function readPublishedKeys({ compromised = false }: { compromised?: boolean } = {}): Promise<
  PublishedKeys & { areAll: boolean }
> {
  const evidence = await servingGuard().run(() => readKeyEvidence(null))
  const known = judged(evidence, () => knownServiceKeys(evidence.serviceKeys, keyEncryptionKey()))
  const listed = known.filter(({ state }) => compromised || state !== 'compromised')
  const keys = listed.map(({ id, publicJwk }) => ({ keyId: id, publicJwk: jwk(publicJwk) }))
  return { did: serviceDid(), keys, areAll: known.length === evidence.serviceKeys.length && !evidence.lacksServiceKey }
}

/** The service's DID (did:web at its own host). */
export function serviceDid(): string {
  return `did:web:${new URL(env().BASE_URL).host.replace(':', '%3A')}`
}

/** Null for a key without a good statement, or with a history that was tampered with. */
function stateOf(
  key: IssuerKeyRow,
  issuer: IssuerRow,
  evidence: Evidence,
  signatures: SignatureChecks,
): KeyState | null {
  const statement = signatures.keyStatement(key, issuer.did)
  if (statement === 'undetermined') throw new Undetermined('the service key behind a key statement is not there')
  return statement === 'passed' ? wholeKeyState(key, evidence, signatures) : null
}

function jwk(text: string) {
  return parsePublicJwk(JSON.parse(text))
}
