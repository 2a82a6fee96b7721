import type { SignedContent } from '@/lib/domain/certificate/credential'
import { log } from '@/lib/log'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { isSealed, sealOf } from '@/lib/store/keys/sealed-rows'
import { requireWritten } from './require-written'

/** A certificate to store with its signed bytes. Times in milliseconds since 1970. */
export interface NewCertificate {
  content: SignedContent
  lineageId: string
  revision: number
  serialKey: string
  /** Database time of the event that signs it. */
  recordedAt: number
  email: string | null
  /** The language that the recipient is written to in; null or left out for the service's. */
  language?: string | null
  correctionNote: string | null
  /** Sequence of the event that names the forms. */
  sequence: number
  forms: { vcJwt: string; openBadgeJsonld: string; openBadgeJwt: string }
}

/** Stores certificates with their signed forms; the events that name them belong into the same transaction. */
export async function insertCertificates(tx: Transaction, certificates: readonly NewCertificate[]): Promise<void> {
  const column = <T>(read: (certificate: NewCertificate) => T): T[] => certificates.map(read)
  const time = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString())
  const written = await tx.query(
    `INSERT INTO certificates (id, issuer_id, lineage_id, revision, serial, serial_key, status, issued_at, expires_at,
       recorded_at, full_name, registration_number, event_title, achievement, event_date, email, correction_note,
       status_list_id, status_index, language, mac)
     SELECT id, issuer_id, lineage_id, revision, serial, serial_key, 'issued', issued_at, expires_at, recorded_at,
       full_name, registration_number, event_title, achievement, event_date, email, note, list, index, language, mac
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::timestamptz[],
       $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
       $15::text[], $16::text[], $17::uuid[], $18::int[], $19::text[], $20::text[])
       AS t(id, issuer_id, lineage_id, revision, serial, serial_key, issued_at, expires_at, recorded_at, full_name,
         registration_number, event_title, achievement, event_date, email, note, list, index, language, mac)`,
    [
      column(({ content }) => content.id),
      column(({ content }) => content.issuer.id),
      column((certificate) => certificate.lineageId),
      column((certificate) => certificate.revision),
      column(({ content }) => content.serial),
      column((certificate) => certificate.serialKey),
      column(({ content }) => time(content.issuedAt)),
      column(({ content }) => time(content.expiresAt)),
      column((certificate) => time(certificate.recordedAt)),
      column(({ content }) => content.fullName),
      column(({ content }) => content.registrationNumber),
      column(({ content }) => content.eventTitle),
      column(({ content }) => content.achievement),
      column(({ content }) => content.eventDate),
      column((certificate) => certificate.email),
      column((certificate) => certificate.correctionNote),
      column(({ content }) => content.statusListId),
      column(({ content }) => content.statusIndex),
      column((certificate) => certificate.language ?? null),
      column(sealOfReader),
    ],
  )
  requireWritten(written, 'certificates', certificates.length)
  await insertSignedForms(
    tx,
    certificates.map(({ content, sequence, forms }) => ({ certificateId: content.id, sequence, forms })),
  )
}

function sealOfReader({ content: { id }, email, language = null }: NewCertificate): string | null {
  return email === null ? null : sealOf('certificates', { id, email, language })
}

/** The signed forms of a certificate to store. */
export type NewSignedForms = Pick<NewCertificate, 'sequence' | 'forms'> & { certificateId: string }

/** Stores signed forms; the events that name them belong into the same transaction. */
export async function insertSignedForms(tx: Transaction, signed: readonly NewSignedForms[]): Promise<void> {
  const written = await tx.query(
    `INSERT INTO signed_forms (certificate_id, sequence, vc_jwt, open_badge_jsonld, open_badge_jwt)
     SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[])`,
    [
      signed.map(({ certificateId }) => certificateId),
      signed.map(({ sequence }) => sequence),
      signed.map(({ forms }) => forms.vcJwt),
      signed.map(({ forms }) => forms.openBadgeJsonld),
      signed.map(({ forms }) => forms.openBadgeJwt),
    ],
  )
  requireWritten(written, 'signed_forms', signed.length)
}

/**
 * Marks a certificate as replaced; its correction belongs into the same transaction.
 * @returns the recipient's address and language, which the correction inherits
 */
export async function supersedeCertificate(tx: Transaction, id: string): Promise<Reader> {
  const written = await tx.query<ReaderRow>(
    "UPDATE certificates SET status = 'superseded' WHERE id = $1 RETURNING id, email, language, mac",
    [id],
  )
  requireWritten(written, 'certificates')
  return readerOf(written.rows[0])
}

/** Where the recipient of a certificate is written to. */
interface Reader {
  email: string | null
  language: string | null
}

type ReaderRow = Reader & { id: string; mac: string | null }

/** Nobody, where the address is not the one that was issued with: links that let somebody in go there. */
function readerOf(row: ReaderRow | undefined): Reader {
  const nobody = { email: null, language: null }
  if (!row?.email) return nobody
  if (isSealed('certificates', row)) return { email: row.email, language: row.language }
  log.error({ certificate: row.id }, 'the address of a recipient fails its check')
  return nobody
}

/** Marks the current certificate of a lineage as replaced, where it is not yet. */
export async function supersedeCurrentOf(tx: Transaction, lineageId: string): Promise<void> {
  await tx.query("UPDATE certificates SET status = 'superseded' WHERE lineage_id = $1 AND status = 'issued'", [
    lineageId,
  ])
}

/** Where the recipients of these certificates are written to; by their ids, since what else a row says of itself is under no seal. */
export async function findReaders(db: Pick<Transaction, 'query'>, ids: readonly string[]): Promise<Reader[]> {
  const sql = 'SELECT id, email, language, mac FROM certificates WHERE id = ANY($1::uuid[])'
  return (await db.query<ReaderRow>(sql, [ids])).rows.map(readerOf)
}

/** What a withdrawal writes beside its event. */
interface StoredWithdrawal {
  id: string
  withdrawnAt: number
  publicReason: string | null
  salt: string | null
  note: string
}

/**
 * Marks a certificate as withdrawn; the event belongs into the same transaction.
 * @returns where its recipient is written to
 */
export async function withdrawStoredCertificate(tx: Transaction, withdrawal: StoredWithdrawal): Promise<Reader> {
  const { rows } = await tx.query<ReaderRow>(
    `UPDATE certificates SET status = 'withdrawn', withdrawn_at = $2, withdrawal_reason = $3, withdrawal_salt = $4,
       withdrawal_note = $5 WHERE id = $1 RETURNING id, email, language, mac`,
    [
      withdrawal.id,
      new Date(withdrawal.withdrawnAt).toISOString(),
      withdrawal.publicReason,
      withdrawal.salt,
      withdrawal.note,
    ],
  )
  return readerOf(rows[0])
}

/** The lineage of the certificate with this serial, or null. */
export async function findLineageId(tx: Transaction, serialKey: string): Promise<string | null> {
  const { rows } = await tx.query<{ lineage_id: string }>('SELECT lineage_id FROM certificates WHERE serial_key = $1', [
    serialKey,
  ])
  return rows[0]?.lineage_id ?? null
}

/** The issuer of the certificate with this serial, or null. */
export async function findIssuerIdBySerial(serialKey: string): Promise<string | null> {
  const { rows } = await workingPool().query<{ issuer_id: string }>(
    'SELECT issuer_id FROM certificates WHERE serial_key = $1',
    [serialKey],
  )
  return rows[0]?.issuer_id ?? null
}

/** The serials of the certificates signed last, in their matching form. */
export async function findNewestSerialKeys(limit: number): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial_key: string }>(
    'SELECT serial_key FROM certificates ORDER BY recorded_at DESC LIMIT $1',
    [limit],
  )
  return rows.map((row) => row.serial_key)
}
