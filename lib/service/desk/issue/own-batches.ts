import { isTold } from '@/lib/domain/desk/row-status'
import { authorize } from '@/lib/service/desk/authorize'
import { readListed } from '@/lib/service/desk/certificates/read-listed'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { findBatchesBefore } from '@/lib/store/desk/batches'
import { readBatchNotes } from './batch-note'

const PAGE_SIZE = 50

/** A file that certificates were issued from, in a list. */
export interface ListedBatch {
  id: string
  at: Date
  certificates: number
  /** What its first certificate is for; null where that fails its check. */
  title: string | null
  /** Null where it was issued by a command. */
  fileName: string | null
}

/**
 * The files of the member's issuer, the newest first.
 * @param before when the one that was shown last was sent; null at first
 * @param limit a page of them, unless fewer are wanted; those of one moment stay together
 * @throws as `authorize`; ServiceError `unavailable`
 */
export async function listOwnBatches(
  member: DeskMember,
  before: Date | null,
  limit = PAGE_SIZE,
): Promise<{ batches: ListedBatch[]; next: Date | null }> {
  authorize(member, 'read_certificates')
  // With all of the last one's moment: the next page begins before it.
  const shown = await findBatchesBefore(member.issuerId, before, limit)
  const last = shown.length < limit ? undefined : shown.at(-1)?.createdAt
  const older = last ? await findBatchesBefore(member.issuerId, last, 1) : []
  const listed = await readListed(
    member.issuerId,
    shown.flatMap(({ serialKey }) => serialKey ?? []),
  )
  const notes = await readBatchNotes(
    member.issuerId,
    shown.map(({ id }) => id),
  )
  const batches = shown.map(({ id, createdAt, certificates, serialKey }) => {
    const first = serialKey === null ? undefined : listed.get(serialKey)
    const title = first && isTold(first.overallStatus) ? first.certificate.event.title : null
    return { id, at: createdAt, certificates, title, fileName: notes.get(id)?.fileName ?? null }
  })
  return { batches, next: older.length > 0 ? (last ?? null) : null }
}
