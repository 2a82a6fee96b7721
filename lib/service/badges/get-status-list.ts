import { addDataIntegrityProof, type JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import { isoSeconds } from '@/lib/domain/certificate/credential'
import { statusBits, statusListCredential } from '@/lib/domain/certificate/status-list-credential'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { servingIssuerSigner } from '@/lib/service/keys/serving-issuer-signer'
import { signVcJwt } from '@/lib/service/keys/sign-vc-jwt'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { isStatusListNamed, readStatusList, type StoredStatusList } from '@/lib/store/evidence/status-changes'
import { missingLeavesOf } from '@/lib/store/log/complete-log'
import { trustedIndexes } from './trusted-indexes'

/**
 * A status list as a BitstringStatusListCredential, built from the committed bits and signed anew (spec part 5;
 * docs/decisions/0019). Withdrawn and replaced certificates have their bit set.
 * @param listId as the caller sent it
 * @throws ServiceError `not_found`; `unavailable` when the bits cannot be told or the list cannot be signed
 */
export function getStatusList(listId: string): Promise<JsonLdDocument> {
  return signedList(listId, 'EdDSA', (credential, signer, now) =>
    addDataIntegrityProof(credential, {
      signer,
      verificationMethod: signer.keyId,
      created: isoSeconds(Math.floor(now / 1000) * 1000),
    }),
  )
}

/**
 * The same as a `vc+jwt` (spec part 5).
 * @throws ServiceError as `getStatusList`
 */
export function getStatusListJwt(listId: string): Promise<string> {
  return signedList(listId, 'ES256', signVcJwt)
}

/**
 * The bits of a status list, unsigned: a process of the public side, which signs nothing for issuers, reads them as any other.
 * @throws ServiceError as `getStatusList`
 */
export function readStatusBits(listId: string): Promise<{ issuerId: string; bits: Buffer }> {
  return servingGuard().run(async () => {
    const { list, bits } = await readBits(listId)
    return { issuerId: list.issuerId, bits }
  })
}

function signedList<Signed>(
  listId: string,
  algorithm: SignatureAlgorithm,
  sign: (credential: JsonLdDocument, signer: Signer, now: number) => Promise<Signed>,
): Promise<Signed> {
  return servingGuard().run(async () => {
    const { list, bits } = await readBits(listId)
    const { did, signer } = await servingIssuerSigner(list.issuerId, algorithm)
    const url = `${env().BASE_URL}/api/public/status/${list.id}`
    return sign(statusListCredential({ url, issuerDid: did, bits }, list.now), signer, list.now)
  })
}

async function readBits(listId: string): Promise<{ list: StoredStatusList; bits: Buffer }> {
  const id = isUuid(listId) ? listId.toLowerCase() : null
  const list = id && (await readStatusList(id))
  if (id && !list) {
    await assureNone()
    if (await isStatusListNamed(id)) throw undetermined('the row of a status list is gone')
  }
  if (!list) throw new ServiceError('not_found', 'There is no such status list.')
  if (list.inRecovery) throw undetermined('the database is a replica')
  // Which certificates the lost entries are of, nobody can tell from the list.
  if (list.restsOnLog && missingLeavesOf(list.issuerId).length > 0)
    throw undetermined('the public log has entries of this issuer that the database lost')
  return { list, bits: statusBits(list.length, await trustedIndexes(list)) }
}
