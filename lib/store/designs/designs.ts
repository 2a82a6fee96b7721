import { undetermined } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'
import { insertSealed, isSealed, type Querying, readRows } from '@/lib/store/keys/sealed-rows'
import type { SealedRows, SealedTable } from '@/lib/store/keys/sealed-tables'

/** A design of an issuer. */
interface StoredDesign {
  id: string
  issuerId: string
  name: string
}

/** One version of a design; its content is JSON, as it was written. */
interface StoredVersion {
  designId: string
  version: number
  content: string
}

/** Which design an event's new certificates wear; an empty title is for all others. */
interface DesignDefault {
  eventTitle: string
  designId: string
}

/** Rows that fail their check stop what asks for them: a certificate is not quietly set in another design. */
async function readSealed<T extends SealedTable>(
  db: Querying,
  table: T,
  where: string,
  values: readonly unknown[],
): Promise<SealedRows[T][]> {
  const rows = await readRows(db, table, where, values)
  if (!rows.every((row) => isSealed(table, row))) throw undetermined(`a row of ${table} fails its check`)
  return rows
}

/**
 * The designs of an issuer, by name.
 * @throws ServiceError `unavailable` when a row fails its check
 */
export function listStoredDesigns(db: Querying, issuerId: string): Promise<StoredDesign[]> {
  return readSealed(db, 'designs', 'issuer_id = $1 ORDER BY name', [issuerId])
}

/** @throws ServiceError as above */
export async function findDesignById(db: Querying, issuerId: string, id: string): Promise<StoredDesign | null> {
  const [design] = await readSealed(db, 'designs', 'issuer_id = $1 AND id = $2', [issuerId, id])
  return design ?? null
}

/**
 * One version of a design.
 * @param version null for the newest
 * @throws ServiceError as above
 */
export async function findVersion(
  db: Querying,
  designId: string,
  version: number | null,
): Promise<StoredVersion | null> {
  const where = 'design_id = $1 AND ($2::int IS NULL OR version = $2) ORDER BY version DESC LIMIT 1'
  const [found] = await readSealed(db, 'design_versions', where, [designId, version])
  return found ?? null
}

/** @throws ServiceError as above */
export function listDefaults(db: Querying, issuerId: string): Promise<DesignDefault[]> {
  return readSealed(db, 'design_defaults', 'issuer_id = $1 ORDER BY event_title', [issuerId])
}

/** Adds a design. */
export async function insertDesign(tx: Transaction, design: StoredDesign): Promise<void> {
  await insertSealed(tx, 'designs', [design])
}

/** Adds a version. */
export async function insertVersion(tx: Transaction, version: StoredVersion): Promise<void> {
  await insertSealed(tx, 'design_versions', [version])
}

/**
 * Says which design new certificates of an event wear.
 * @param eventTitle empty for all that have none of their own
 * @param designId null for the service's own page
 */
export async function setDefault(
  tx: Transaction,
  issuerId: string,
  eventTitle: string,
  designId: string | null,
): Promise<void> {
  await tx.query('DELETE FROM design_defaults WHERE issuer_id = $1 AND event_title = $2', [issuerId, eventTitle])
  if (designId !== null) await insertSealed(tx, 'design_defaults', [{ issuerId, eventTitle, designId }])
}

/**
 * Notes the files of pictures, so that they are copied with the others. One that was erased and is sent again is there again, under
 * another id: the journal says of the one before that it is erased.
 */
export async function notePictures(
  tx: Transaction,
  issuerId: string,
  pictures: readonly { sha256: string; size: number }[],
): Promise<void> {
  for (const { sha256, size } of pictures) {
    await tx.query(
      `INSERT INTO design_pictures (issuer_id, sha256, size) VALUES ($1, $2, $3)
       ON CONFLICT (issuer_id, sha256) DO UPDATE SET erased_at = NULL,
         id = CASE WHEN design_pictures.erased_at IS NULL THEN design_pictures.id ELSE gen_random_uuid() END`,
      [issuerId, sha256, size],
    )
  }
}

/** How many pictures of an issuer were stored for the first time within a day. */
export async function countPicturesOfADay(db: Querying, issuerId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM design_pictures WHERE issuer_id = $1 AND ${withinLast('1 day', 'created_at')}`,
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/** Whether a file was stored as a picture of this issuer. */
export async function isPictureOf(db: Querying, issuerId: string, sha256: string): Promise<boolean> {
  const { rows } = await db.query(
    'SELECT 1 FROM design_pictures WHERE issuer_id = $1 AND sha256 = $2 AND erased_at IS NULL',
    [issuerId, sha256],
  )
  return rows.length > 0
}

/** The pictures of an issuer that were erased. */
export async function findErasedPictures(db: Querying, issuerId: string): Promise<ReadonlySet<string>> {
  const query = 'SELECT sha256 FROM design_pictures WHERE issuer_id = $1 AND erased_at IS NOT NULL'
  const { rows } = await db.query<{ sha256: string }>(query, [issuerId])
  return new Set(rows.map(({ sha256 }) => sha256))
}

/**
 * Marks pictures of an issuer as erased.
 * @returns those that were there
 */
export async function markErased(tx: Transaction, issuerId: string, pictures: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `UPDATE design_pictures SET erased_at = pg_catalog.clock_timestamp()
     WHERE issuer_id = $1 AND sha256 = ANY($2::text[]) AND erased_at IS NULL RETURNING sha256`,
    [issuerId, pictures],
  )
  return rows.map(({ sha256 }) => sha256)
}

/** Marks a picture as erased that a restore brought back. @returns its hash, or none when it is not there */
export async function markErasedAgain(tx: Transaction, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `UPDATE design_pictures SET erased_at = pg_catalog.clock_timestamp()
     WHERE id = $1 AND erased_at IS NULL RETURNING sha256`,
    [id],
  )
  return rows.map(({ sha256 }) => sha256)
}
