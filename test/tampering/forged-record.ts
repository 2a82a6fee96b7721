import { randomUUID } from 'node:crypto'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { generateKeyPair, jwkThumbprint, type SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import { localSigner, type Signer } from '@/lib/crypto/signature/signer'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import type { SignedEvent, UnsignedEvent } from '@/lib/domain/history/event'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/history/key-statement'
import { type SignedForms, makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { signEvent } from '@/lib/service/keys/sign-event'
import { FORGED } from '@/test/verdicts'
import type { TamperedScene } from './tampered-scene'

/** A signing key of the forger's own. */
export interface OwnKey {
  id: string
  publicJwk: string
  signer: Signer
}

function ownServiceKey(): OwnKey {
  const { publicJwk, privateKey } = generateKeyPair('ES256')
  const id = jwkThumbprint(publicJwk)
  return { id, publicJwk: JSON.stringify(publicJwk), signer: localSigner(id, privateKey) }
}

/**
 * Replaces the whole record of a certificate by one in another name that is right in itself: a credential signed with
 * the forger's own issuer keys, key statements and a history signed with the forger's own service key, columns that agree.
 * @returns the service key, whose row is left for the caller to place
 */
export async function forgeRecord(at: TamperedScene, serial: string): Promise<OwnKey> {
  const { id, lineage_id: chainId, issuer_id: issuerId } = at.tie(serial)
  const row = await valuesOf(at, 'certificates', id, [
    'recorded_at',
    'event_title',
    'achievement',
    'status_list_id',
    'status_index',
  ])
  const { did, name } = await valuesOf(at, 'issuers', issuerId, ['did', 'name'])
  const recordedAt = Date.parse(row.recorded_at)
  const content: SignedContent = {
    ...{
      id,
      serial,
      fullName: FORGED,
      eventTitle: row.event_title,
      achievement: row.achievement,
      registrationNumber: null,
    },
    ...{ eventDate: null, issuedAt: Math.floor(recordedAt / 1000) * 1000, expiresAt: null },
    issuer: { id: issuerId, did, name, verifiedDomain: '' },
    ...{ statusListId: row.status_list_id, statusIndex: Number(row.status_index) },
  }
  const serviceKey = ownServiceKey()
  const es256 = await plantIssuerKey(at, { id: issuerId, did }, 'ES256', serviceKey.signer)
  const eddsa = await plantIssuerKey(at, { id: issuerId, did }, 'EdDSA', serviceKey.signer)
  const options = { subjectId: randomUUID(), baseUrl: 'https://verify.test', createdAt: recordedAt }
  const forms = await makeSignedForms(content, { es256, eddsa }, options)
  const unsigned: UnsignedEvent = {
    ...{ chainId, chain: 'lineage', sequence: 1, type: 'issued', certificateId: id, at: recordedAt, actor: 'operator' },
    ...{ previousHash: null, forms: forms.hashes, detail: null },
  }
  await store(at, content, forms, await signEvent(unsigned, serviceKey.signer))
  return serviceKey
}

async function valuesOf<Name extends string>(
  at: TamperedScene,
  table: string,
  id: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const found = (await at.database.rows(table)).find(({ values }) => values.id === id)
  return Object.fromEntries(names.map((name) => [name, found?.values[name] ?? ''])) as Record<Name, string>
}

/** Puts the forger's key in the place of the issuer's, with a statement that the forger's service key signed. */
async function plantIssuerKey(
  at: TamperedScene,
  issuer: { id: string; did: string },
  algorithm: SignatureAlgorithm,
  service: Signer,
): Promise<Signer> {
  const { publicJwk, privateKey } = generateKeyPair(algorithm)
  const keyId = `${issuer.did}#${jwkThumbprint(publicJwk)}`
  const facts = {
    id: randomUUID(),
    issuerId: issuer.id,
    keyId,
    algorithm,
    publicJwk: JSON.stringify(publicJwk),
  }
  const payload = keyStatementPayload({ ...facts, issuerDid: issuer.did })
  const statement = await signCompactJws({ typ: KEY_STATEMENT_TYPE, kid: service.keyId }, payload, service)
  await at.database.sql(
    `UPDATE issuer_signing_keys SET id = $1, key_id = $3, public_jwk = $4, statement = $5, state = 'active'
     WHERE issuer_id = $2 AND algorithm = $6::key_algorithm`,
    [facts.id, issuer.id, keyId, facts.publicJwk, statement, algorithm],
  )
  return localSigner(keyId, privateKey)
}

async function store(at: TamperedScene, content: SignedContent, forms: SignedForms, event: SignedEvent): Promise<void> {
  const { database } = at
  await database.sql('DELETE FROM signed_forms WHERE certificate_id = $1', [content.id])
  await database.sql('INSERT INTO signed_forms VALUES ($1, 1, $2, $3, $4)', [
    content.id,
    forms.vcJwt,
    forms.openBadgeJsonld,
    forms.openBadgeJwt,
  ])
  await database.sql('DELETE FROM events WHERE chain_id = $1', [event.chainId])
  await database.sql(
    `INSERT INTO events (chain_id, sequence, chain, type, certificate_id, at, actor, vc_jwt_sha256, open_badge_jsonld_sha256,
       open_badge_jwt_sha256, service_key_id, signature)
     SELECT $1, 1, 'lineage', 'issued', $2, recorded_at, $3, $4, $5, $6, $7, $8 FROM certificates WHERE id = $2`,
    [
      ...[event.chainId, content.id, event.actor, forms.hashes.vcJwt, forms.hashes.openBadgeJsonld],
      ...[forms.hashes.openBadgeJwt, event.serviceKeyId, event.signature],
    ],
  )
  await database.sql(
    `UPDATE certificates SET full_name = $2, registration_number = NULL, event_date = NULL, expires_at = NULL,
       issued_at = $3, status = 'issued', withdrawn_at = NULL, withdrawal_reason = NULL, withdrawal_salt = NULL WHERE id = $1`,
    [content.id, content.fullName, new Date(content.issuedAt).toISOString()],
  )
}
