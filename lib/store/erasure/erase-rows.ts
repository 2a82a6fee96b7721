import type { Transaction } from '@/lib/store/database/database'
import { requireWritten } from '@/lib/store/database/shape/require-written'

/** A certificate of a lineage that is to be erased, by its columns: one that fails its check is erased as well. */
export interface ErasableCertificate {
  id: string
  issuerId: string
  serial: string
  serialKey: string
  fullName: string
  registrationNumber: string | null
  email: string | null
}

/** The certificates of a lineage, held until the transaction ends. */
export async function holdErasable(tx: Transaction, lineageId: string): Promise<ErasableCertificate[]> {
  const { rows } = await tx.query<ErasableCertificate>(
    `SELECT id, issuer_id AS "issuerId", serial, serial_key AS "serialKey", full_name AS "fullName",
       registration_number AS "registrationNumber", email
     FROM certificates WHERE lineage_id = $1 ORDER BY revision FOR UPDATE`,
    [lineageId],
  )
  return rows
}

/** The hashes by which the rows of files that these were issued from are known. */
export async function findRowHashes(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ hash: string }>(
    'SELECT row_hash AS hash FROM import_rows WHERE certificate_id = ANY($1::uuid[])',
    [ids],
  )
  return rows.map(({ hash }) => hash)
}

/** Whose rows are of one certificate and go with it. */
export const EMPTIED = ['receipts', 'withdrawal_approvals', 'webhook_deliveries', 'certificate_checks', 'signed_forms']

/**
 * Takes everything out of the database that it holds of certificates. Their `erased` event is there already: without it
 * the database refuses.
 * @returns the hashes of their files
 */
export async function eraseRows(tx: Transaction, erased: readonly ErasableCertificate[]): Promise<string[]> {
  const ids = erased.map(({ id }) => id)
  const { rows } = await tx.query<{ sha256: string }>(
    'DELETE FROM artifacts WHERE certificate_id = ANY($1::uuid[]) RETURNING sha256',
    [ids],
  )
  await eraseActivities(tx, erased)
  await tx.query('UPDATE mail_messages SET certificate_id = NULL WHERE certificate_id = ANY($1::uuid[])', [ids])
  for (const table of EMPTIED) await tx.query(`DELETE FROM ${table} WHERE certificate_id = ANY($1::uuid[])`, [ids])
  await eraseImports(tx, ids)
  // Those that its triggers know go with the certificate; nothing is left of one whose columns were edited either.
  await tx.query(
    'DELETE FROM certificate_words WHERE issuer_id = ANY($1::uuid[]) AND certificate_id = ANY($2::uuid[])',
    [erased.map(({ issuerId }) => issuerId), ids],
  )
  requireWritten(
    await tx.query('DELETE FROM certificates WHERE id = ANY($1::uuid[])', [ids]),
    'certificates',
    ids.length,
  )
  return [...new Set(rows.map(({ sha256 }) => sha256))]
}

/** A file of one row is as good as the row: a batch that has lost its last one goes. */
async function eraseImports(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `WITH gone AS (DELETE FROM import_rows WHERE certificate_id = ANY($1::uuid[]) RETURNING batch_id, line)
     DELETE FROM import_batches b USING gone WHERE b.id = gone.batch_id
       AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.batch_id = b.id
         AND NOT EXISTS (SELECT 1 FROM gone g WHERE g.batch_id = r.batch_id AND g.line = r.line))`,
    [ids],
  )
}

/** In SQL, whether the text of an entry has one of these serials: of a million entries few are then looked into part by part. */
const MAY_NAME = `EXISTS (
  SELECT 1 FROM unnest($2::text[]) AS one(serial) WHERE pg_catalog.strpos(detail::text, pg_catalog.to_json(one.serial)::text) > 0)`

/** That something was done stays, with who did it; these serials go, where they stand. */
async function eraseActivities(tx: Transaction, erased: readonly ErasableCertificate[]): Promise<void> {
  await tx.query(
    `UPDATE desk_activities SET subject = CASE WHEN subject = ANY($2::text[]) THEN NULL ELSE subject END,
       detail = without_serials(detail, $2::text[])
     WHERE issuer_id = ANY($1::uuid[]) AND (subject = ANY($2::text[]) OR ${MAY_NAME} AND names_serial(detail, $2::text[]))`,
    [[...new Set(erased.map(({ issuerId }) => issuerId))], erased.map(({ serial }) => serial)],
  )
}

/** Takes enclosures out of what the journal has not got yet. */
export async function eraseFromOutbox(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query('UPDATE journal_outbox SET enclosures = enclosures - $1::text[] WHERE enclosures ?| $1::text[]', [
    names,
  ])
}
