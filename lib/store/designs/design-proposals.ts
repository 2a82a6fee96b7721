import type { Transaction } from '@/lib/store/database/database'
import type { DesignProposal } from '@/lib/store/generated/client'
import { findSealed, holdSealed, insertSealed, type Querying } from '@/lib/store/keys/sealed-rows'

/** A design that waits for the operator; its content is JSON, as a version would have it. */
export type WaitingProposal = Omit<DesignProposal, 'mac'>

/**
 * Those that wait, the oldest first. One whose seal is not good is none: nobody is shown it, and nobody accepts it.
 * @param issuerId null for those of every issuer
 */
export function listProposals(db: Querying, issuerId: string | null): Promise<WaitingProposal[]> {
  return findSealed(db, 'design_proposals', '($1::uuid IS NULL OR issuer_id = $1) ORDER BY asked_at, id', [issuerId])
}

/** One of them, held until the transaction ends. */
export async function holdProposal(tx: Transaction, id: string): Promise<WaitingProposal | null> {
  const [found] = await holdSealed(tx, 'design_proposals', 'id = $1', [id])
  return found ?? null
}

/** Adds one, in place of another of the same name. */
export async function insertProposal(tx: Transaction, proposal: WaitingProposal): Promise<void> {
  await tx.query('DELETE FROM design_proposals WHERE issuer_id = $1 AND name = $2', [proposal.issuerId, proposal.name])
  await insertSealed(tx, 'design_proposals', [proposal])
}

/** Takes one away; it was decided upon, or taken back. */
export async function removeProposal(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM design_proposals WHERE id = $1', [id])
}
