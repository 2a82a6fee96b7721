import { undetermined } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { insertSealed, isSealed, readRows, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** A lineage that is added to a passport. */
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
  await insertSealed(tx, 'passports', [passport])
}

/** Adds certificates in this order; what a passport holds already stays as it is. */
export async function insertEntries(
  tx: Transaction,
  passportId: string,
  lineages: readonly OfferedLineage[],
  chosen: boolean,
): Promise<void> {
  const rows = lineages.map(({ lineageId, issuerId }) => ({ passportId, lineageId, issuerId, chosen }))
  await insertSealed(tx, 'passport_certificates', rows, '(passport_id, lineage_id) DO NOTHING')
}

/**
 * A passport's row, where it counts.
 * @throws ServiceError `unavailable` where there is one that does not: nobody knows then what its holder wants
 */
export function countingPassport(row: SealedRows['passports'] | undefined): SealedRows['passports'] | null {
  if (row && !isSealed('passports', row)) throw undetermined('the row of a passport fails its check')
  return row ?? null
}

/** Holds the passport of this handle, public or not, until the transaction ends. */
export async function holdPassportByHandle(tx: Transaction, handle: string): Promise<HeldPassport | null> {
  const [row] = await readRows(tx, 'passports', 'handle = $1 FOR UPDATE', [handle])
  return countingPassport(row)
}

/**
 * Holds the passport whose private link has this hash until the transaction ends. The link that a new one replaced opens
 * it too, until the new one is used: which ends it here.
 */
export async function holdPassportByLink(tx: Transaction, manageHash: string): Promise<HeldPassport | null> {
  const opened = '(manage_hash = $1 OR previous_manage_hash = $1) FOR UPDATE'
  const [row] = await readRows(tx, 'passports', opened, [manageHash])
  await endPreviousLink(tx, manageHash)
  return countingPassport(row)
}

/** Notes that a private link was used: the one that it replaced opens nothing from then on. */
export async function endPreviousLink(tx: Transaction, manageHash: string): Promise<void> {
  const replaced = 'manage_hash = $1 AND previous_manage_hash IS NOT NULL'
  await updateSealed(tx, 'passports', replaced, [manageHash], { previousManageHash: null })
}

/** The chains in a passport, chosen or not. */
export async function findEntries(
  tx: Transaction,
  passportId: string,
): Promise<(OfferedLineage & { chosen: boolean })[]> {
  const { rows } = await tx.query<OfferedLineage & { chosen: boolean }>(
    'SELECT lineage_id AS "lineageId", issuer_id AS "issuerId", chosen FROM passport_certificates WHERE passport_id = $1',
    [passportId],
  )
  return rows
}

/** Sets what a passport shows; of the chosen chains only those that are in it count. */
export async function updateChoice(
  tx: Transaction,
  passportId: string,
  choice: { lineageIds: readonly string[]; showName: boolean; published: boolean },
): Promise<void> {
  const { showName, published } = choice
  const chosen = new Set(choice.lineageIds.map((id) => id.toLowerCase()))
  await updateSealed(tx, 'passports', 'id = $1', [passportId], { showName, published })
  await updateSealed(tx, 'passport_certificates', 'passport_id = $1', [passportId], (entry) => {
    const isChosen = chosen.has(entry.lineageId)
    return entry.chosen === isChosen ? {} : { chosen: isChosen }
  })
}

/** Takes a certificate out of a passport. */
export async function deleteEntry(tx: Transaction, passportId: string, lineageId: string): Promise<void> {
  await tx.query('DELETE FROM passport_certificates WHERE passport_id = $1 AND lineage_id = $2', [
    passportId,
    lineageId,
  ])
}

/** Takes everything of an issuer out of a passport that its holder does not show; a certificate of it names the issuer. */
export async function deleteWaitingEntries(tx: Transaction, passportId: string, lineageId: string): Promise<void> {
  await tx.query(
    `DELETE FROM passport_certificates WHERE passport_id = $1 AND NOT chosen AND issuer_id =
       (SELECT issuer_id FROM passport_certificates WHERE passport_id = $1 AND lineage_id = $2)`,
    [passportId, lineageId],
  )
}

/** Gives a passport another handle; nothing remembers the old one. */
export async function updateHandle(tx: Transaction, passportId: string, handle: string): Promise<void> {
  await updateSealed(tx, 'passports', 'id = $1', [passportId], { handle })
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
  await updateSealed(tx, 'passports', 'id = $1', [passportId], { manageHash, previousManageHash: previousHash })
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
