import type { DeskRole } from '@/lib/domain/desk/role'
import { ServiceError } from '@/lib/errors'
import { shownName } from '@/lib/service/issuers/issuer-seal'
import { findMemberships, type StoredMembership } from '@/lib/store/desk/members'
import { countPasskeys } from '@/lib/store/desk/passkeys'
import { findPreferences } from '@/lib/store/desk/preferences'
import { countOpenReports } from '@/lib/store/records/reports'
import { deskAuth } from './sign-in/auth'
import { authHeaders, type From } from './sign-in/auth-call'

/** A person's place at one issuer. */
interface Membership {
  issuerId: string
  issuerName: string
  issuerSlug: string
  suspended: boolean
  role: DeskRole
  createdAt: Date
}

/** A person who is signed in at the desk. */
export interface DeskPerson {
  userId: string
  name: string
  email: string
  hasAuthenticatorApp: boolean
  hasPasskey: boolean
  session: {
    id: string
    token: string
    /** When a second factor was last shown in this session, or null; milliseconds since 1970. */
    secondFactorAt: number | null
  }
  memberships: Membership[]
  /** The issuer that this session works for; null when the person works for none. */
  member: DeskMember | null
  address: string
  /** The language and time zone that the person chose; null while they chose none. */
  preferences: { language: string; timeZone: string } | null
}

/** What authorization needs: who, for which issuer, in which role, and how fresh the second factor is. */
export interface DeskMember {
  userId: string
  issuerId: string
  issuerName: string
  issuerSlug: string
  role: DeskRole
  secondFactorAt: number | null
  /** Reports to this issuer that nobody closed yet. */
  openReports: number
  /** Where from, for the activity log. */
  address: string
}

/**
 * Finds who is signed in. Nothing of it is cached: an ended session or a lost role counts from the next request on.
 * @returns null when nobody is
 * @throws ServiceError `unavailable` when it cannot be told
 */
export async function findDeskPerson(from: From): Promise<DeskPerson | null> {
  if (!/(^|[; ])(__Secure-)?desk\.session_token=/.test(from.cookie)) return null
  try {
    const found = await deskAuth().api.getSession({ headers: authHeaders(from) })
    if (!found) return null
    const { user, session } = found
    const [places, passkeys, preferences] = await Promise.all([
      findMemberships(user.id),
      countPasskeys(user.id),
      findPreferences(user.id),
    ])
    const memberships = places.map(membershipOf)
    const secondFactorAt = session.secondFactorAt?.getTime() ?? null
    const chosen = memberships.find(({ issuerId }) => issuerId === session.issuerId) ?? firstOf(memberships)
    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      hasAuthenticatorApp: user.twoFactorEnabled === true,
      hasPasskey: passkeys > 0,
      session: { id: session.id, token: session.token, secondFactorAt },
      memberships,
      member: chosen
        ? {
            userId: user.id,
            issuerId: chosen.issuerId,
            issuerName: chosen.issuerName,
            issuerSlug: chosen.issuerSlug,
            role: chosen.role,
            secondFactorAt,
            openReports: await countOpenReports(chosen.issuerId),
            address: from.address,
          }
        : null,
      address: from.address,
      preferences,
    }
  } catch (cause) {
    throw new ServiceError('unavailable', 'Your session could not be read just now. Try again in a moment.', { cause })
  }
}

function membershipOf({ issuer, role, createdAt }: StoredMembership): Membership {
  const { id: issuerId, slug: issuerSlug, suspended } = issuer
  return { issuerId, issuerName: shownName(issuer), issuerSlug, suspended, role, createdAt }
}

/** Of a session that chose none: the one joined first, which joining another does not change. */
function firstOf(memberships: readonly Membership[]): Membership | undefined {
  return memberships.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
}
