import type { SignedContent } from '@/lib/domain/certificate/credential'
import { log } from '@/lib/log'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { insertGiven, requireWritten } from '@/lib/store/database/shape/require-written'
import { isSealed, sealOf } from '@/lib/store/keys/sealed-rows'

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

const CERTIFICATE_TABLE = {
  table: 'certificates',
  columns: `id, issuer_id, lineage_id, revision, serial, serial_key, status, issued_at, expires_at, recorded_at, full_name,
    registration_number, event_title, achievement, event_date, email, correction_note, status_list_id, status_index, language, mac`,
  types: `uuid, uuid, uuid, int, text, text, certificate_status, timestamptz, timestamptz, timestamptz, text,
    text, text, text, text, text, text, uuid, int, text, text`,
}

/** Stores certificates with their signed forms; the events that name them belong into the same transaction. */
export async function insertCertificates(tx: Transaction, certificates: readonly NewCertificate[]): Promise<void> {
  const column = <T>(read: (certificate: NewCertificate) => T): T[] => certificates.map(read)
  const time = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString())
  await insertGiven(tx, CERTIFICATE_TABLE, [
    column(({ content }) => content.id),
    column(({ content }) => content.issuer.id),
    column((certificate) => certificate.lineageId),
    column((certificate) => certificate.revision),
    column(({ content }) => content.serial),
    column((certificate) => certificate.serialKey),
    column(() => 'issued'),
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
  ])
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

const FORMS_TABLE = {
  table: 'signed_forms',
  columns: 'certificate_id, sequence, vc_jwt, open_badge_jsonld, open_badge_jwt',
  types: 'uuid, int, text, text, text',
}

/** Stores signed forms; the events that name them belong into the same transaction. */
export async function insertSignedForms(tx: Transaction, signed: readonly NewSignedForms[]): Promise<void> {
  await insertGiven(tx, FORMS_TABLE, [
    signed.map(({ certificateId }) => certificateId),
    signed.map(({ sequence }) => sequence),
    signed.map(({ forms }) => forms.vcJwt),
    signed.map(({ forms }) => forms.openBadgeJsonld),
    signed.map(({ forms }) => forms.openBadgeJwt),
  ])
}

/**
 * Marks a certificate as replaced; its correction belongs into the same transaction.
 * @returns the recipient's address and language, which the correction inherits
 */
export async function supersedeCertificate(tx: Transaction, id: string): Promise<Reader> {
  const written = await tx.query<ReaderRow>(
    `WITH written AS (UPDATE certificates SET status = 'superseded' WHERE id = $1 RETURNING *)
     SELECT id, email, language, mac FROM written WHERE status = 'superseded'`,
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
  const written = await tx.query<ReaderRow>(
    `WITH written AS (UPDATE certificates SET status = 'withdrawn', withdrawn_at = $2, withdrawal_reason = $3, withdrawal_salt = $4,
       withdrawal_note = $5 WHERE id = $1 RETURNING *)
     SELECT id, email, language, mac FROM written WHERE (status, withdrawn_at, withdrawal_reason, withdrawal_salt, withdrawal_note)
       IS NOT DISTINCT FROM ('withdrawn', $2::timestamptz, $3, $4, $5)`,
    [
      withdrawal.id,
      new Date(withdrawal.withdrawnAt).toISOString(),
      withdrawal.publicReason,
      withdrawal.salt,
      withdrawal.note,
    ],
  )
  requireWritten(written, 'certificates')
  return readerOf(written.rows[0])
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
