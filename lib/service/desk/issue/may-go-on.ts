import { countErasuresOf } from '@/lib/store/erasure/erasures'
import type { IssuePreview } from './run-preview'

/**
 * Whether a file that something has stopped may go on: not where somebody of the issuer was erased since it was begun. It may hold their
 * row, which nothing tells from one that is to be issued once more.
 */
export async function mayGoOn(issuerId: string, { erasures }: IssuePreview): Promise<boolean> {
  return erasures === (await countErasuresOf(issuerId))
}
