import { isFresh } from './fresh-factor'

/** The roles of people at an issuer's desk. */
export const DESK_ROLES = ['owner', 'editor', 'reader'] as const

export type DeskRole = (typeof DESK_ROLES)[number]

/** Everything that is done at the desk for an issuer. */
export type DeskAction =
  | 'look_up'
  | 'read_certificates'
  | 'read_activity'
  | 'read_addresses'
  | 'read_keys'
  | 'read_people'
  | 'issue'
  | 'correct'
  | 'withdraw'
  | 'manage_passports'
  | 'manage_keys'
  | 'manage_people'
  | 'change_own_words'
  | 'manage_mail'
  | 'approve_withdrawals'
  | 'manage_designs'
  | 'read_webhooks'
  | 'manage_webhooks'
  | 'read_reports'
  | 'close_reports'

/** Who may do it, and whether it asks for a fresh second factor (it changes what others rely on). */
const RULES: Record<DeskAction, { roles: readonly DeskRole[]; fresh: boolean }> = {
  look_up: { roles: DESK_ROLES, fresh: false },
  read_certificates: { roles: DESK_ROLES, fresh: false },
  read_activity: { roles: DESK_ROLES, fresh: false },
  read_addresses: { roles: ['owner'], fresh: false },
  read_keys: { roles: ['owner'], fresh: false },
  read_people: { roles: ['owner'], fresh: false },
  issue: { roles: ['owner', 'editor'], fresh: true },
  correct: { roles: ['owner', 'editor'], fresh: true },
  withdraw: { roles: ['owner', 'editor'], fresh: true },
  manage_passports: { roles: ['owner', 'editor'], fresh: true },
  manage_keys: { roles: ['owner'], fresh: true },
  manage_people: { roles: ['owner'], fresh: true },
  manage_mail: { roles: ['owner'], fresh: true },
  change_own_words: { roles: ['owner'], fresh: true },
  approve_withdrawals: { roles: ['owner'], fresh: true },
  manage_designs: { roles: ['owner'], fresh: true },
  read_webhooks: { roles: ['owner'], fresh: false },
  manage_webhooks: { roles: ['owner'], fresh: true },
  read_reports: { roles: DESK_ROLES, fresh: false },
  close_reports: { roles: ['owner', 'editor'], fresh: false },
}

/** What is missing for an action: the role, a fresh second factor, or nothing. */
type Permission = 'granted' | 'role' | 'second_factor'

/**
 * Whether a person of this role may do this now.
 * @param secondFactorAt when a second factor was last shown in the session, or null; milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function permission(role: DeskRole, action: DeskAction, secondFactorAt: number | null, now: number): Permission {
  const rule = RULES[action]
  if (!rule.roles.includes(role)) return 'role'
  return !rule.fresh || isFresh(secondFactorAt, now) ? 'granted' : 'second_factor'
}

/** Whether the role has this action at all, for showing or hiding what leads to it. */
export function hasAction(role: DeskRole, action: DeskAction): boolean {
  return RULES[action].roles.includes(role)
}
