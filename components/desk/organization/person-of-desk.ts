import type { DeskRole } from '@/lib/domain/desk/role'

/** A person of the issuer, as the desk shows them. */
export interface PersonOfDesk {
  userId: string
  name: string
  email: string
  role: DeskRole
  createdAt: Date
  lastSeenAt: Date | null
}

/** An invitation that nobody accepted yet. */
export interface OpenInvitationOfDesk {
  id: string
  email: string
  role: DeskRole
  expiresAt: Date
}
