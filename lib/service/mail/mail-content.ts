import { z } from 'zod'
import { DESK_ROLES } from '@/lib/domain/desk/role'
import { WATCH_CHANGES } from '@/lib/domain/watch/watch-change'

/** The actions in the activity log that owners are told of by mail. */
export const OWNER_NOTICES = [
  'withdrawal.asked',
  'key.created',
  'key.revoked',
  'person.invited',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'person.reset_offered',
  'person.reset',
  'organization.words_changed',
  'mail.settings_changed',
  'mail.reply_to_asked',
  'mail.reply_to_confirmed',
  'mail.reply_to_removed',
  'webhook.created',
  'webhook.paused',
  'webhook.disabled',
  'webhook.removed',
] as const

export type OwnerNotice = (typeof OWNER_NOTICES)[number]

/**
 * What a message says besides the words of its kind. A certificate's own values are not among it: they are read from the
 * verified payload when the message is sent.
 */
export const MAIL_CONTENT = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('certificate') }),
  z.object({ kind: z.literal('correction') }),
  z.object({ kind: z.literal('withdrawal') }),
  z.object({
    kind: z.literal('invitation'),
    issuerName: z.string(),
    role: z.enum(DESK_ROLES),
    link: z.url(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('passport_link'),
    /** Null where the passport is not public yet: the link would lead nowhere. */
    publicLink: z.url().nullable(),
    manageLink: z.url(),
  }),
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(OWNER_NOTICES),
    issuerName: z.string(),
    /** The name of who did it; null for the operator, or one who is gone. */
    who: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('reply_to'),
    issuerName: z.string(),
    /** What an owner enters at the desk. */
    code: z.string(),
    until: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('mail_test'),
    issuerId: z.uuid(),
    issuerName: z.string(),
    /** Of who asked for the test. */
    name: z.string(),
  }),
  z.object({
    kind: z.literal('log_report'),
    issuerName: z.string(),
    /** Entries of the public log in the issuer's name: all, those of the last seven days, those without a certificate. */
    leaves: z.number(),
    recent: z.number(),
    strange: z.number(),
    at: z.iso.datetime(),
    /** The signed checkpoint as it is published, and the texts of the keys that sign it. */
    checkpoint: z.string(),
    vkeys: z.array(z.string()),
  }),
  z.object({ kind: z.literal('watch_request'), requestId: z.uuid(), confirmLink: z.url() }),
  z.object({
    kind: z.literal('watch_notice'),
    /** Of the private link, which the message names. */
    secret: z.string(),
    /** What to tell, where it still holds when the message is written. */
    events: z
      .array(z.object({ certificateId: z.uuid(), change: z.enum(WATCH_CHANGES), until: z.iso.datetime().optional() }))
      .min(1),
    /** Whether the address is forgotten with it. */
    last: z.boolean(),
  }),
])

export type MailContent = z.infer<typeof MAIL_CONTENT>

/** Those that are about one certificate. */
export type CertificateMailKind = 'certificate' | 'correction' | 'withdrawal'

/** What is encrypted of a message: its address and its content. */
export const ADDRESSED_MAIL = z.object({ to: z.string(), content: MAIL_CONTENT })
export type AddressedMail = z.infer<typeof ADDRESSED_MAIL>
