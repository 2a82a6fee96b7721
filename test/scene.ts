import { randomUUID } from 'node:crypto'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { transaction } from '@/lib/store/database/database'
import { issueOne, mintIssuer } from './database/service-database'
import { endSigningKey, resign } from './history'

/** Certificates in every state, of three issuers, by what each one is. */
export type Scene = Record<
  'replaced' | 'current' | 'withdrawn' | 'withdrawnSilently' | 'expired' | 'suspended' | 'resigned' | 'plain',
  string
>

/**
 * Issues certificates in every state: one issuer with a chain, two withdrawn ones and an expired one; one that was
 * suspended, resumed and suspended again; one whose key signed twice and counts as compromised from tomorrow on.
 */
export async function makeScene(): Promise<Scene> {
  const changed = { reason: 'name', actor: 'test' }
  const first = await mintIssuer()
  const replaced = await issueOne(first, { fullName: 'Replaced Person' })
  const { certificate } = await correctCertificate(replaced, { fullName: 'Current Person' }, changed)
  const withdrawn = await issueOne(first, { fullName: 'Withdrawn Person', expiresAt: new Date('2120-01-01T00:00:00Z') })
  await withdrawCertificate(withdrawn, { reason: 'inside', publicReason: 'Issued in error.', actor: 'test' })
  const withdrawnSilently = await issueOne(first, { fullName: 'Silent Person', registrationNumber: null })
  await withdrawCertificate(withdrawnSilently, { reason: 'inside', publicReason: null, actor: 'test' })
  const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
  const expired = await issueOne(first, {
    fullName: 'Expired Person',
    serial: `EXP/${randomUUID().slice(0, 8)}`,
    ...past,
  })
  const second = await mintIssuer()
  const suspended = await issueOne(second, { fullName: 'Suspended Person' })
  for (const standing of ['suspended', 'good', 'suspended'] as const)
    await setIssuerStanding(second.slug, standing, 'test')
  const third = await mintIssuer({ attested: false })
  const plain = await issueOne(third, { fullName: 'Plain Person', eventDate: null })
  const resigned = await issueOne(third, { fullName: 'Resigned Person' })
  await resign(resigned)
  await endSigningKey(third.id, 'compromised', Date.now() + 86_400_000)
  return { replaced, current: certificate.serial, withdrawn, withdrawnSilently, expired, suspended, resigned, plain }
}

/** The ids that rows of a scene are tied together by. */
export interface Ties {
  serial: string
  id: string
  issuer_id: string
  lineage_id: string
  key_id: string
  /** The key of the proof inside the JSON-LD form. */
  proof_key_id: string
  /** Sequence of its newest signed forms. */
  forms_sequence: number
}

/** The ties of every certificate that there is: its issuer, its lineage and the keys that its forms were signed with. */
export async function readTies(): Promise<Ties[]> {
  return transaction(async (tx) => {
    const { rows } = await tx.query<Ties>(
      `SELECT c.serial, c.id, c.issuer_id, c.lineage_id, k.id AS key_id, p.id AS proof_key_id,
         (SELECT max(sequence) FROM signed_forms WHERE certificate_id = c.id) AS forms_sequence FROM certificates c
       JOIN issuer_signing_keys k ON k.issuer_id = c.issuer_id AND k.algorithm = 'ES256'
       JOIN issuer_signing_keys p ON p.issuer_id = c.issuer_id AND p.algorithm = 'EdDSA'`,
    )
    return rows
  })
}
