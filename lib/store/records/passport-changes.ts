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

/** A chain in a passport: its holder shows it, hides it, has refused it, or has not decided yet. */
type HeldEntry = OfferedLineage & { state: 'shown' | 'hidden' | 'refused' | 'waiting' }

/** The chains in a passport. */
export async function findEntries(tx: Transaction, passportId: string): Promise<HeldEntry[]> {
  const rows = await readRows(tx, 'passport_certificates', 'passport_id = $1', [passportId])
  return rows.map((row) => ({ lineageId: row.lineageId, issuerId: row.issuerId, state: entryState(row) }))
}

/** What a holder decided about a place of a passport. One that does not count stands among the shown: left out, it would read as withdrawn. */
export function entryState(row: SealedRows['passport_certificates']): HeldEntry['state'] {
  if (row.chosen || !isSealed('passport_certificates', row)) return 'shown'
  return row.decision === 'hidden' || row.decision === 'refused' ? row.decision : 'waiting'
}

interface Choice {
  lineageIds: readonly string[]
  showName: boolean
  published: boolean
}

/**
 * Sets what a passport shows; of the chosen chains only those that are in it count.
 * @param opened what it showed where the choice was made: what was left as it was there stays as it is now
 */
export async function updateChoice(
  tx: Transaction,
  passportId: string,
  choice: Choice,
  opened: Choice | null,
): Promise<void> {
  const settled = (now: boolean, of: (choice: Choice) => boolean) =>
    opened !== null && of(choice) === of(opened) ? now : of(choice)
  await updateSealed(tx, 'passports', 'id = $1', [passportId], ({ showName, published }) => ({
    showName: settled(showName, (one) => one.showName),
    published: settled(published, (one) => one.published),
  }))
  await updateSealed(tx, 'passport_certificates', 'passport_id = $1', [passportId], (entry) => {
    const isChosen = settled(entry.chosen, ({ lineageIds }) =>
      lineageIds.some((id) => id.toLowerCase() === entry.lineageId),
    )
    return entry.chosen === isChosen ? {} : { chosen: isChosen, decision: isChosen ? null : 'hidden' }
  })
}

/** Keeps that a holder refused certificates, so that nobody asks about them again. */
export async function refuseEntries(tx: Transaction, passportId: string, lineageIds: readonly string[]): Promise<void> {
  await tx.query(
    "UPDATE passport_certificates SET decision = 'refused' WHERE passport_id = $1 AND lineage_id = ANY($2::uuid[])",
    [passportId, lineageIds],
  )
}

/** Takes certificates out of a passport. */
export async function deleteEntries(tx: Transaction, passportId: string, lineageIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM passport_certificates WHERE passport_id = $1 AND lineage_id = ANY($2::uuid[])', [
    passportId,
    lineageIds,
  ])
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

/** Deletes a passport with everything in it. @returns false when it is gone already */
export async function deletePassportRow(tx: Transaction, passportId: string): Promise<boolean> {
  return (await tx.query('DELETE FROM passports WHERE id = $1', [passportId])).rowCount === 1
}

/**
 * Takes chains out of every passport, for a person whose data is erased, and deletes the passports that hold nothing then.
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
       AND NOT EXISTS (
         SELECT 1 FROM passport_certificates e
         WHERE e.passport_id = p.id AND (e.chosen OR e.decision IS DISTINCT FROM 'refused'))`,
    [rows.map(({ passportId }) => passportId)],
  )
  return { entries: rows.length, passports: rowCount ?? 0 }
}
