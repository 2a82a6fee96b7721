import type { DeskMember } from '@/lib/service/desk/desk-person'
import { listOwnBatches } from '@/lib/service/desk/issue/own-batches'
import { recentCourses } from '@/lib/store/desk/figures-of-all'

const MOST = { courses: 6, batches: 3 }

/** What the newest certificates came from. */
interface RecentSources {
  courses: string[]
  batches: { id: string; at: Date; title: string | null }[]
}

/**
 * The events of the newest certificates of the member's issuer, and the files that were issued last, to filter by.
 * @throws as `authorize`; ServiceError `unavailable`
 */
export async function recentSources(member: DeskMember): Promise<RecentSources> {
  const { batches } = await listOwnBatches(member, null, MOST.batches)
  return { courses: await recentCourses(member.issuerId, MOST.courses), batches }
}
