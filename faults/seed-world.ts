import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { generateSerial } from '@/lib/domain/certificate/serial'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { workingPool } from '@/lib/store/database/database'
import type { Ledger } from './ledger'

/** What the faults need to issue more. */
export interface Seeded {
  issuerId: string
  slug: string
  /** API keys of the issuer, enough that none meets its limit. */
  keys: string[]
}

const KEYS = 10

let number = 0

/** A row to issue, unlike every other. */
export function nextRow(changes: Partial<IssueRow> = {}): IssueRow {
  number += 1
  return {
    fullName: `Person ${number} Müller-Nguyễn`,
    registrationNumber: `R-${number}`,
    eventTitle: 'Basic Safety Training',
    achievement: 'Passed',
    eventDate: '2026-11-03',
    issuedAt: null,
    issuedAtWritten: null,
    expiresAt: null,
    serial: null,
    email: null,
    language: null,
    ...changes,
  }
}

/** Issues certificates and enters them as good ones. */
export async function issueInto(ledger: Ledger, issuerId: string, rows: IssueRow[]): Promise<string[]> {
  const issued = await issueCertificates(issuerId, rows, 'faults')
  const { rows: files } = await workingPool().query<{ id: string; sha256: string }>(
    `SELECT certificate_id AS id, sha256 FROM artifacts WHERE type = 'pdf' AND certificate_id = ANY($1::uuid[])`,
    [issued.map(({ id }) => id)],
  )
  const hashes = new Map(files.map(({ id, sha256 }) => [id, sha256]))
  for (const { id, serial } of issued)
    ledger.add({ serial, id, expected: 'verified', pdf: hashes.get(id) ?? null, issued: performance.now() })
  return issued.map(({ serial }) => serial)
}

/** Two issuers with certificates in every state, some that were edited behind the service's back, and unknown serials. */
export async function seedWorld(ledger: Ledger, adminUrl: string, good: number): Promise<Seeded> {
  const { id } = await mintIssuer('first')
  const serials = await issueInto(
    ledger,
    id,
    Array.from({ length: good + 8 }, () => nextRow()),
  )
  const set = (serial: string | undefined, expected: 'withdrawn' | 'superseded' | 'invalid') => {
    const known = ledger.known.get(serial ?? '')
    if (known) Object.assign(known, { expected, pdf: null })
  }
  for (const serial of serials.slice(0, 3)) {
    await withdrawCertificate(serial, { reason: 'inside', publicReason: null, actor: 'faults' })
    set(serial, 'withdrawn')
  }
  for (const serial of serials.slice(3, 5)) {
    const { certificate } = await correctCertificate(
      serial,
      { achievement: 'Better' },
      { reason: 'r', actor: 'faults' },
    )
    set(serial, 'superseded')
    ledger.add({ serial: certificate.serial, id: certificate.id, expected: 'verified', pdf: null })
  }
  await editInPlace(adminUrl, serials.slice(5, 8))
  for (const serial of serials.slice(5, 8)) set(serial, 'invalid')
  await seedOthers(ledger)
  for (let unknown = 0; unknown < 3; unknown++) {
    ledger.add({ serial: generateSerial(randomBytes(10)), id: null, expected: 'none', pdf: null })
  }
  for (const known of ledger.all) known.issued = 0
  const keys: string[] = []
  for (let key = 0; key < KEYS; key++) keys.push((await createApiKey('first', `Load ${key}`)).secret)
  return { issuerId: id, slug: 'first', keys }
}

async function seedOthers(ledger: Ledger): Promise<void> {
  const { id } = await mintIssuer('second')
  const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
  const [expired = ''] = await issueInto(ledger, id, [nextRow(past)])
  Object.assign(ledger.known.get(expired) ?? {}, { expected: 'expired' })
  const third = await mintIssuer('third')
  const [suspended = ''] = await issueInto(ledger, third.id, [nextRow()])
  await setIssuerStanding('third', 'suspended', 'faults')
  Object.assign(ledger.known.get(suspended) ?? {}, { expected: 'issuer_suspended' })
}

async function mintIssuer(slug: string) {
  await addIssuer({ name: `Institute ${slug}`, slug, domain: `${slug}.example` })
  return verifyIssuerDomain(slug, 'Seen by the fault suite.')
}

/** A name changed by somebody who may write everything: such a certificate must never be verified. */
async function editInPlace(adminUrl: string, serials: string[]): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('ALTER TABLE certificates DISABLE TRIGGER certificates_states')
    await client.query(`UPDATE certificates SET full_name = 'Forged Person' WHERE serial = ANY($1)`, [serials])
    await client.query('ALTER TABLE certificates ENABLE ALWAYS TRIGGER certificates_states')
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
