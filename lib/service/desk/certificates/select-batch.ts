import type { DeskMember } from '@/lib/service/desk/desk-person'
import { listBatchRows, requireOwnBatch } from '@/lib/service/desk/issue/own-batch'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { findBatchRows } from '@/lib/store/desk/batches'
import type { ListedCertificate } from './read-listed'
import { MOST_SELECTED } from './selected-certificates'

/**
 * As many certificates of a batch as may be chosen at once, each verified; a correction stands in the place of what it replaced.
 * @param after the line that was chosen last, 0 at first
 * @returns `next`, the line to go on after, null at the end
 * @throws as `getOwnBatch`
 */
export async function selectBatch(
  member: DeskMember,
  id: string,
  after: number,
): Promise<{ found: ListedCertificate[]; next: number | null }> {
  await requireOwnBatch(member, id)
  const rows = await findBatchRows(id, after, MOST_SELECTED + 1)
  const chosen = rows.slice(0, MOST_SELECTED)
  const found = (await listBatchRows(member, chosen)).map((row) => row.correction ?? row)
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: found.length })
  return { found, next: rows.length > MOST_SELECTED ? (chosen.at(-1)?.line ?? null) : null }
}
