import type { Sealer } from '@/lib/crypto/seals/row-seal'
import type {
  BadgeImage,
  Certificate,
  Design,
  DesignDefault,
  DesignProposal,
  DesignVersion,
  DeskAccount,
  DeskInvitation,
  DeskMember,
  DeskPasskey,
  DeskSession,
  DeskTwoFactor,
  DeskUser,
  DeskVerification,
  IssuerApiKey,
  IssuerMailSettings,
  IssuerOwnWords,
  IssuerSlug,
  LogPending,
  LogState,
  MailMessage,
  Passport,
  PassportCertificate,
  Watch,
  Watcher,
  WatchRequest,
  Webhook,
  WebhookDelivery,
  WithdrawalApproval,
} from '@/lib/store/generated/client'

/** The rows that let somebody act, or get something signed, shown or sent (docs/authority.md); columns in camel case. */
export interface SealedRows {
  badge_images: BadgeImage
  certificates: Certificate
  design_defaults: DesignDefault
  design_proposals: DesignProposal
  design_versions: DesignVersion
  designs: Design
  desk_accounts: DeskAccount
  desk_invitations: DeskInvitation
  desk_members: DeskMember
  desk_passkeys: DeskPasskey
  desk_sessions: DeskSession
  desk_two_factors: DeskTwoFactor
  desk_users: DeskUser
  desk_verifications: DeskVerification
  issuer_api_keys: IssuerApiKey
  issuer_mail_settings: IssuerMailSettings
  issuer_own_words: IssuerOwnWords
  issuer_slugs: IssuerSlug
  log_pending: LogPending
  log_state: LogState
  mail_messages: MailMessage
  passport_certificates: PassportCertificate
  passports: Passport
  watch_requests: WatchRequest
  watchers: Watcher
  watches: Watch
  webhook_deliveries: WebhookDelivery
  webhooks: Webhook
  withdrawal_approvals: WithdrawalApproval
}

export type SealedTable = keyof SealedRows

/** What is under a table's seals. */
interface SealedColumns<T extends SealedTable> {
  /** The primary key. */
  key: readonly (keyof SealedRows[T] & string)[]
  /** Whatever else matters; never a counter, nor when something was last seen. */
  rest: readonly (keyof SealedRows[T] & string)[]
  /** In SQL, which rows have a seal; all where it is left out. */
  only?: string
  /** Who can seal its rows; the desk where it is left out. */
  sealer?: Sealer
}

/** The columns under each table's seals. Those of a table whose seals end (all but the last five) stand in its triggers, too. */
export const SEALED_TABLES: { readonly [T in SealedTable]: SealedColumns<T> } = {
  badge_images: { key: ['issuerId', 'eventTitle', 'mediaType'], rest: ['sha256', 'size'], sealer: 'desk-shown' },
  design_defaults: { key: ['issuerId', 'eventTitle'], rest: ['designId'] },
  design_proposals: { key: ['id'], rest: ['issuerId', 'name', 'content', 'eventTitle', 'askedBy', 'askedAt'] },
  design_versions: { key: ['designId', 'version'], rest: ['content'] },
  designs: { key: ['id'], rest: ['issuerId', 'name'] },
  desk_accounts: { key: ['id'], rest: ['userId', 'accountId', 'providerId', 'password'] },
  desk_invitations: {
    key: ['id'],
    rest: ['issuerId', 'email', 'role', 'tokenHash', 'invitedBy', 'expiresAt', 'usedAt', 'withdrawnAt'],
  },
  desk_members: { key: ['userId', 'issuerId'], rest: ['role', 'createdAt', 'changedAt'] },
  desk_passkeys: { key: ['id'], rest: ['userId', 'name', 'publicKey'] },
  desk_sessions: { key: ['id'], rest: ['userId', 'token', 'expiresAt', 'issuerId', 'secondFactorAt'] },
  desk_two_factors: { key: ['id'], rest: ['userId', 'secret', 'backupCodes', 'verified'] },
  desk_users: { key: ['id'], rest: ['name', 'email', 'emailVerified', 'twoFactorEnabled'] },
  desk_verifications: { key: ['id'], rest: ['identifier', 'value', 'expiresAt'] },
  issuer_api_keys: { key: ['id'], rest: ['issuerId', 'name', 'keyHash', 'lastFour', 'revokedAt'] },
  issuer_mail_settings: {
    key: ['issuerId'],
    rest: [
      ...(['language', 'notify', 'words', 'replyTo', 'askedReplyTo', 'askedHash', 'askedUntil'] as const),
      ...(['changedBy', 'changedAt'] as const),
    ],
  },
  issuer_own_words: {
    key: ['issuerId'],
    rest: ['description', 'contact', 'website', 'changedBy', 'changedAt'],
    sealer: 'desk-shown',
  },
  issuer_slugs: { key: ['slug'], rest: ['issuerId', 'current'], sealer: 'operator' },
  passport_certificates: { key: ['passportId', 'lineageId'], rest: ['issuerId', 'chosen'], sealer: 'anyone' },
  passports: {
    key: ['id'],
    rest: ['handle', 'manageHash', 'previousManageHash', 'showName', 'published'],
    sealer: 'anyone',
  },
  watch_requests: { key: ['id'], rest: ['recipientMac', 'sealed', 'confirmHash', 'expiresAt'], sealer: 'anyone' },
  watchers: {
    key: ['id'],
    rest: ['recipientMac', 'sealed', 'manageHash', 'unsubscribeHash', 'language'],
    sealer: 'anyone',
  },
  watches: { key: ['watcherId', 'lineageId'], rest: ['issuerId', 'expiresAt'], sealer: 'anyone' },
  webhooks: { key: ['id'], rest: ['issuerId', 'url', 'events', 'secret', 'madeBy', 'state'] },
  withdrawal_approvals: {
    key: ['id'],
    rest: [
      ...(['issuerId', 'certificateId', 'reason', 'publicReason', 'askedBy', 'askedAt', 'decidedBy'] as const),
      ...(['decidedAt', 'approved', 'notify'] as const),
    ],
  },
  // The address that a recipient is written to, and private links are sent to; the rest is signed.
  certificates: { key: ['id'], rest: ['email', 'language'], only: 'email IS NOT NULL' },
  // Sent at most once, it says nothing any more.
  mail_messages: {
    key: ['id'],
    rest: ['kind', 'certificateId', 'language', 'sealed'],
    only: 'sealed IS NOT NULL',
    sealer: 'anyone',
  },
  // Told at least once; who is told twice knows it by its id.
  webhook_deliveries: { key: ['id'], rest: ['webhookId', 'certificateId', 'kind', 'data', 'occurredAt'] },
  // Published once: what has its place has no second one.
  log_pending: { key: ['subject', 'kind', 'place', 'part'], rest: ['leaf', 'salt'] },
  // Checks and receipts say what it says. An older one is an older tree of the same log, which its files are beyond.
  log_state: {
    key: ['id'],
    rest: ['origin', 'size', 'root', 'publishedSize', 'publishedRoot', 'intakeEnded', 'intakeEnd', 'intakeEndedAt'],
    sealer: 'desk-shown',
  },
}

/** Who can seal the rows of a table. */
export function sealerOf(table: SealedTable): Sealer {
  return SEALED_TABLES[table].sealer ?? 'desk'
}

export const SEALED_TABLE_NAMES = Object.keys(SEALED_TABLES) as SealedTable[]

/** A field's column. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A column's field. */
export function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
