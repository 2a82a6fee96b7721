import { randomUUID } from 'node:crypto'
import type { Signer } from '@/lib/crypto/signature/signer'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import { withdrawalDetail } from '@/lib/domain/certificate/withdrawal-reason'
import { eventHash, type SignedEvent } from '@/lib/domain/history/event'
import { env } from '@/lib/env'
import { stateArtifact } from '@/lib/service/files/state-artifact'
import { signedDomain } from '@/lib/service/issue/issue-certificates'
import { type IssuerSigners, issuerSigners } from '@/lib/service/keys/issuer-signers'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signEvent } from '@/lib/service/keys/sign-event'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { insertEvents } from '@/lib/store/evidence/event-log'
import { insertSignedForms, type NewSignedForms } from '@/lib/store/evidence/issued-certificates'
import { holdIssuer, type StoredIssuer } from '@/lib/store/issuers/issuers'

interface LoadedRow {
  id: string
  lineage: string
  revision: number
  serial: string
  status: string
  name: string
  number: string
  event: string
  at: Date
  withdrawnAt: Date | null
  expiresAt: Date | null
  list: string
  index: number
}

interface Hands {
  issuer: StoredIssuer
  signers: IssuerSigners
  service: Signer
}

/**
 * Signs loaded certificates as the rows have them, with their whole lineages and histories, in place of the
 * placeholders. What is signed already is left as it is. Of a PDF there is the signed statement, and no bytes.
 */
export async function signLoaded(issuerId: string, serialKeys: readonly string[]): Promise<void> {
  await transaction(async (tx) => {
    const issuer = await holdIssuer(tx, issuerId, 'share')
    if (!issuer) throw new Error('no such issuer')
    const hands = { issuer, signers: await issuerSigners(tx, issuerId), service: await serviceSigner(tx) }
    const lineages = await readUnsigned(tx, issuerId, serialKeys)
    await dropPlaceholders(tx, [...lineages.keys()])
    for (const rows of lineages.values()) {
      const { events, forms } = await signLineage(rows, hands)
      await insertSignedForms(tx, forms)
      await insertArtifacts(tx, await Promise.all(rows.map((row) => statePdf(row, hands.service))))
      await insertEvents(tx, events)
    }
  })
}

async function readUnsigned(tx: Transaction, issuerId: string, serialKeys: readonly string[]) {
  const { rows } = await tx.query<LoadedRow>(
    `SELECT c.id, c.lineage_id AS lineage, c.revision, c.serial, c.status, c.full_name AS name, c.registration_number AS number,
       c.event_title AS event, c.recorded_at AS at, c.withdrawn_at AS "withdrawnAt", c.expires_at AS "expiresAt",
       c.status_list_id AS list, c.status_index AS index
     FROM certificates c WHERE c.lineage_id IN (
       SELECT w.lineage_id FROM certificates w JOIN signed_forms f ON f.certificate_id = w.id
       WHERE w.serial_key = ANY($1) AND w.issuer_id = $2 AND f.vc_jwt = '')
     ORDER BY c.lineage_id, c.revision`,
    [serialKeys, issuerId],
  )
  const lineages = new Map<string, LoadedRow[]>()
  for (const row of rows) lineages.set(row.lineage, [...(lineages.get(row.lineage) ?? []), row])
  return lineages
}

async function dropPlaceholders(tx: Transaction, lineages: readonly string[]): Promise<void> {
  await tx.query('ALTER TABLE events DISABLE TRIGGER events_append_only')
  await tx.query('DELETE FROM events WHERE chain_id = ANY($1)', [lineages])
  await tx.query('ALTER TABLE events ENABLE ALWAYS TRIGGER events_append_only')
  const ids = 'SELECT id FROM certificates WHERE lineage_id = ANY($1)'
  await tx.query(`DELETE FROM signed_forms WHERE certificate_id IN (${ids})`, [lineages])
  await tx.query('ALTER TABLE artifacts DISABLE TRIGGER artifacts_append_only')
  await tx.query(`DELETE FROM artifacts WHERE certificate_id IN (${ids})`, [lineages])
  await tx.query('ALTER TABLE artifacts ENABLE ALWAYS TRIGGER artifacts_append_only')
}

async function signLineage(rows: readonly LoadedRow[], { issuer, signers, service }: Hands) {
  const events: SignedEvent[] = []
  const forms: NewSignedForms[] = []
  for (const row of rows) {
    const at = row.at.getTime()
    const signing = { subjectId: randomUUID(), baseUrl: env().BASE_URL, createdAt: at }
    const { hashes, ...signed } = await makeSignedForms(contentOf(row, issuer), signers, signing)
    const first = row.revision === 1
    const entry = { type: first ? 'issued' : 'corrected', at, forms: hashes, detail: null } as const
    events.push(await next(events, row, entry, service))
    forms.push({ certificateId: row.id, sequence: row.revision, forms: signed })
    if (row.withdrawnAt === null) continue
    const end = { type: 'withdrawn', at: row.withdrawnAt.getTime(), forms: null } as const
    events.push(await next(events, row, { ...end, detail: withdrawalDetail(null, null) }, service))
  }
  return { events, forms }
}

function statePdf({ id, serial, at }: LoadedRow, service: Signer) {
  const file = { bytes: Buffer.from(serial), template: '1', fonts: '1', generator: 'bench' }
  return stateArtifact(id, 'pdf', file, at.getTime(), service)
}

function next(
  events: readonly SignedEvent[],
  row: LoadedRow,
  entry: Pick<SignedEvent, 'type' | 'at' | 'forms' | 'detail'>,
  service: Signer,
): Promise<SignedEvent> {
  const last = events.at(-1)
  return signEvent(
    {
      ...{ chainId: row.lineage, chain: 'lineage', sequence: events.length + 1, certificateId: row.id, actor: 'bench' },
      ...{ previousHash: last ? eventHash(last) : null },
      ...entry,
    },
    service,
  )
}

function contentOf(row: LoadedRow, issuer: StoredIssuer): SignedContent {
  return {
    ...{ id: row.id, serial: row.serial, fullName: row.name, registrationNumber: row.number, eventTitle: row.event },
    ...{ achievement: 'Passed', eventDate: '2026-11-03', issuedAt: row.at.getTime() },
    expiresAt: row.expiresAt?.getTime() ?? null,
    issuer: { id: issuer.id, did: issuer.did, name: issuer.name, verifiedDomain: signedDomain(issuer) },
    ...{ statusListId: row.list, statusIndex: row.index },
  }
}
