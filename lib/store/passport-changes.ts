import type { Transaction } from './database'

/** A chain of corrections that goes into a passport. */
export interface OfferedLineage {
  lineageId: string
  issuerId: string
}

/** A passport under its row's lock. */
export interface HeldPassport {
  id: string
  handle: string
}

/** Adds a passport without certificates. */
export async function insertPassport(
  tx: Transaction,
  passport: { id: string; handle: string; manageHash: string; showName: boolean; published: boolean },
): Promise<void> {
  const { id, handle, manageHash, showName, published } = passport
  await tx.query('INSERT INTO passports (id, handle, manage_hash, show_name, published) VALUES ($1, $2, $3, $4, $5)', [
    id,
    handle,
    manageHash,
    showName,
    published,
  ])
}

/** Adds certificates in this order; what a passport holds already stays as it is. */
export async function insertEntries(
  tx: Transaction,
  passportId: string,
  lineages: readonly OfferedLineage[],
  chosen: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO passport_certificates (passport_id, lineage_id, issuer_id, chosen)
     SELECT $1, l.lineage_id, l.issuer_id, $4 FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY
       AS l(lineage_id, issuer_id, place) ORDER BY l.place
     ON CONFLICT (passport_id, lineage_id) DO NOTHING`,
    [passportId, lineages.map(({ lineageId }) => lineageId), lineages.map(({ issuerId }) => issuerId), chosen],
  )
}

/** Holds the passport of this handle, public or not, until the transaction ends. */
export async function holdPassportByHandle(tx: Transaction, handle: string): Promise<HeldPassport | null> {
  const { rows } = await tx.query<HeldPassport>('SELECT id, handle FROM passports WHERE handle = $1 FOR UPDATE', [
    handle,
  ])
  return rows[0] ?? null
}

/**
 * Holds the passport whose private link has this hash until the transaction ends. The link that a new one replaced opens
 * it too, until the new one is used: which ends it here.
 */
export async function holdPassportByLink(tx: Transaction, manageHash: string): Promise<HeldPassport | null> {
  const { rows } = await tx.query<HeldPassport>(
    'SELECT id, handle FROM passports WHERE manage_hash = $1 OR previous_manage_hash = $1 FOR UPDATE',
    [manageHash],
  )
  await endPreviousLink(tx, manageHash)
  return rows[0] ?? null
}

/** Notes that a private link was used: the one that it replaced opens nothing from then on. */
export async function endPreviousLink(db: Pick<Transaction, 'query'>, manageHash: string): Promise<void> {
  await db.query(
    'UPDATE passports SET previous_manage_hash = NULL WHERE manage_hash = $1 AND previous_manage_hash IS NOT NULL',
    [manageHash],
  )
}

/** The chains in a passport, chosen or not. */
export async function findEntryLineages(tx: Transaction, passportId: string): Promise<string[]> {
  const { rows } = await tx.query<{ lineageId: string }>(
    'SELECT lineage_id AS "lineageId" FROM passport_certificates WHERE passport_id = $1',
    [passportId],
  )
  return rows.map(({ lineageId }) => lineageId)
}

/** Sets what a passport shows; of the chosen chains only those that are in it count. */
export async function updateChoice(
  tx: Transaction,
  passportId: string,
  choice: { lineageIds: readonly string[]; showName: boolean; published: boolean },
): Promise<void> {
  await tx.query('UPDATE passports SET show_name = $2, published = $3 WHERE id = $1', [
    passportId,
    choice.showName,
    choice.published,
  ])
  await tx.query('UPDATE passport_certificates SET chosen = lineage_id = ANY($2::uuid[]) WHERE passport_id = $1', [
    passportId,
    choice.lineageIds,
  ])
}

/** Takes a certificate out of a passport. */
export async function deleteEntry(tx: Transaction, passportId: string, lineageId: string): Promise<void> {
  await tx.query('DELETE FROM passport_certificates WHERE passport_id = $1 AND lineage_id = $2', [
    passportId,
    lineageId,
  ])
}

/** Gives a passport another handle; nothing remembers the old one. */
export async function updateHandle(tx: Transaction, passportId: string, handle: string): Promise<void> {
  await tx.query('UPDATE passports SET handle = $2 WHERE id = $1', [passportId, handle])
}

/**
 * Gives a passport another private link.
 * @param previousHash of the link that opens it until the new one is used; null for none
 */
export async function updateManageHash(
  tx: Transaction,
  passportId: string,
  manageHash: string,
  previousHash: string | null,
): Promise<void> {
  await tx.query('UPDATE passports SET manage_hash = $2, previous_manage_hash = $3 WHERE id = $1', [
    passportId,
    manageHash,
    previousHash,
  ])
}

/** Deletes a passport with everything in it. */
export async function deletePassportRow(tx: Transaction, passportId: string): Promise<void> {
  await tx.query('DELETE FROM passports WHERE id = $1', [passportId])
}

/**
 * Takes chains out of every passport, for a person whose data is erased, and deletes the passports that are empty then.
 * @returns how many entries and passports are gone
 */
export async function erasePassports(
  tx: Transaction,
  lineageIds: readonly string[],
): Promise<{ entries: number; passports: number }> {
  // The passports first, as who changes one does, so that neither waits for the other.
  await tx.query(
    `SELECT 1 FROM passports p WHERE EXISTS (
       SELECT 1 FROM passport_certificates e WHERE e.passport_id = p.id AND e.lineage_id = ANY($1::uuid[]))
     ORDER BY p.id FOR UPDATE`,
    [lineageIds],
  )
  const { rows } = await tx.query<{ passportId: string }>(
    'DELETE FROM passport_certificates WHERE lineage_id = ANY($1::uuid[]) RETURNING passport_id AS "passportId"',
    [lineageIds],
  )
  const { rowCount } = await tx.query(
    `DELETE FROM passports p WHERE p.id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT 1 FROM passport_certificates e WHERE e.passport_id = p.id)`,
    [rows.map(({ passportId }) => passportId)],
  )
  return { entries: rows.length, passports: rowCount ?? 0 }
}
