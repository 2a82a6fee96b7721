import { randomUUID } from 'node:crypto'
import { decryptPrivateKey, encryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { multikeyOf } from '@/lib/crypto/signature/multikey'
import {
  generateKeyPair,
  jwkThumbprint,
  publicKeyFrom,
  type SignatureAlgorithm,
} from '@/lib/crypto/signature/public-key'
import { localSigner, type Signer } from '@/lib/crypto/signature/signer'
import { isBehindLog } from '@/lib/domain/history/judge-logged'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/history/key-statement'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { requireWholeHistory } from '@/lib/store/evidence/event-log'
import { readKeyEvidenceOn } from '@/lib/store/evidence/read-key-evidence'
import { holdActiveSigningKeys, type EncryptedIssuerKeyRow } from '@/lib/store/issuers/issuer-signing-keys'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { socketSigner } from '@/lib/store/signer/socket-signer'

/** The two signers of an issuer: ES256 for the JWTs, Ed25519 for Data Integrity. */
export interface IssuerSigners {
  es256: Signer
  eddsa: Signer
}

/**
 * Makes a signing key of an issuer with the service's signed statement that it is the issuer's (spec part 6).
 * @param serviceKey signs the statement
 * @returns the row to store; its `keyId` is a DID URL
 */
export async function makeSigningKey(
  issuer: { id: string; did: string },
  algorithm: SignatureAlgorithm,
  serviceKey: Signer,
): Promise<EncryptedIssuerKeyRow> {
  const keyEncryptionKey = requireKeyEncryptionKey()
  const { publicJwk, privateKey } = generateKeyPair(algorithm)
  const fragment = algorithm === 'EdDSA' ? multikeyOf(publicJwk) : jwkThumbprint(publicJwk)
  const keyId = `${issuer.did}#${fragment}`
  const id = randomUUID()
  const facts = { id, issuerId: issuer.id, keyId, algorithm, publicJwk: JSON.stringify(publicJwk) }
  const statement = await signCompactJws(
    { typ: KEY_STATEMENT_TYPE, kid: serviceKey.keyId },
    keyStatementPayload({ ...facts, issuerDid: issuer.did }),
    serviceKey,
  )
  const privateSealed = encryptPrivateKey(privateKey, keyEncryptionKey, { owner: issuer.id, keyId })
  return { ...facts, statement, state: 'active', privateSealed }
}

const BEHIND_LOG =
  'The public log has later entries of this issuer or of its keys, which are lost here: the issuer may be suspended, or a key ' +
  'compromised. Nothing is signed until the operator has done that again.'

/**
 * Opens the active keys of an issuer; they stay as they are until the transaction ends.
 * @throws ServiceError `unavailable` when one is missing, cannot be opened, or has ended by what the journal knows; or the public log has
 *   an entry of it or of the issuer that is lost here
 */
export async function issuerSigners(tx: Transaction, issuerId: string): Promise<IssuerSigners> {
  const rows = await holdActiveSigningKeys(tx, issuerId)
  for (const { id } of rows) await requireWholeHistory(tx, id)
  const evidence = await readKeyEvidenceOn(tx, issuerId)
  if ([issuerId, ...rows.map(({ id }) => id)].some((id) => isBehindLog(id, evidence)))
    throw new ServiceError('unavailable', BEHIND_LOG)
  return { es256: openSigner(rows, 'ES256'), eddsa: openSigner(rows, 'EdDSA') }
}

/**
 * The signer with the one of these active keys that has this algorithm.
 * @throws ServiceError `unavailable` when it is missing or cannot be opened
 */
export function openSigner(rows: EncryptedIssuerKeyRow[], algorithm: SignatureAlgorithm): Signer {
  const row = rows.find((candidate) => candidate.algorithm === algorithm)
  try {
    if (!row) throw new Error(`no active ${algorithm} key`)
    if (env().SIGNER === 'socket')
      return socketSigner(
        { by: 'issuer', issuerId: row.issuerId, keyId: row.keyId },
        algorithm,
        publicKeyFrom(JSON.parse(row.publicJwk)),
      )
    if (!row.privateSealed) throw new Error(`the active ${algorithm} key has no private half`)
    const binding = { owner: row.issuerId, keyId: row.keyId }
    return localSigner(row.keyId, decryptPrivateKey(row.privateSealed, requireKeyEncryptionKey(), binding))
  } catch (cause) {
    throw new ServiceError('unavailable', "The issuer's signing key cannot be used.", { cause })
  }
}
