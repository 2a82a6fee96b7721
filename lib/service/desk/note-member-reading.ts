import { noteReading, type NotedReading } from '@/lib/store/desk/note-reading'
import { actingMember } from './acting-member'
import type { DeskMember } from './desk-person'

/**
 * Notes in the activity log that a member read certificates. Nobody waits for it, and it never fails a reading.
 * @param read.subject the serial of the one that was opened, else null: what was sought or asked for is not kept
 * @param read.serials how many were asked for, or shown
 */
export function noteMemberReading(
  member: DeskMember,
  read: Pick<NotedReading, 'action' | 'subject' | 'serials'>,
): void {
  const { issuerId, address } = member
  noteReading({ issuerId, actor: actingMember(member).actor, address, ...read })
}
