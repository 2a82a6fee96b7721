import type { Acting } from '@/lib/service/issue/acting'
import type { DeskMember } from './desk-person'

/** Names a member as the actor of what they do. */
export function actingMember({ userId, address }: DeskMember): Acting {
  return { actor: `user:${userId}`, address }
}
