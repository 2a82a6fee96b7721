/**
 * What each role of docs/operations/roles.sql may do with each table: before the bar `certs_service`, which serves, behind it
 * `certs_public`, for processes with ROLES=public alone. Columns stand in brackets; all others behind `but`. There is no TRUNCATE, no
 * REFERENCES and no TRIGGER. A right that the version before uses stays for one version more, since that one serves during the upgrade.
 *
 * `certs_service` adds to history and never changes it: the tables' triggers say the same to everybody. Which migrations there are is the
 * owner's to write; which seals have ended and what was forgotten is noted by triggers alone. It deletes what comes and goes: sessions,
 * attempts, links, search words, pictures, runs, queues.
 *
 * `certs_public` reads no table of the desk, no recipient's address, no note of a change, and no issuer's encrypted key. It counts
 * reports and reads neither their words nor whose they are, reads whether somebody was erased and not who, and of mail it queues, and
 * drops what waits.
 */
const TEXT = `
_prisma_migrations: select | select
artifacts: select insert | select insert
badge_images: select insert update delete | select
batch_notes: select insert update |
certificate_checks: select insert update | select insert update
certificate_words: select insert update delete |
certificates: select insert update | select(but email withdrawal_note correction_note)
design_defaults: select insert update delete | select
design_pictures: select insert update | select
design_proposals: select insert update delete |
design_versions: select insert update | select
designs: select insert update | select
desk_accounts: select insert update delete |
desk_activities: select insert update(address) |
desk_invitations: select insert update delete |
desk_members: select insert update delete |
desk_passkeys: select insert update delete |
desk_preferences: select insert update |
desk_sessions: select insert update delete |
desk_two_factors: select insert update delete |
desk_users: select insert update |
desk_verifications: select insert update delete |
domain_checks: select insert | select
ended_seals: select |
erased_marks: select insert |
erasures: select insert update(pending finished_at) | select(lineage_id)
events: select insert | select
forgotten_rows: select delete |
import_batches: select insert |
import_rows: select insert |
issue_layouts: select insert update delete |
issue_runs: select insert update delete |
issuer_api_keys: select insert update |
issuer_mail_settings: select insert update delete |
issuer_own_words: select insert update delete | select
issuer_signing_keys: select insert update | select(but private_sealed)
issuer_slugs: select insert update | select
issuer_words: select insert update delete | select
issuers: select insert update | select
journal_marks: select insert update delete | select
journal_outbox: select insert update delete |
journal_position: select insert update | select
journal_refusals: select insert update | select
log_keys: select insert update | select
log_leaves: select insert update(salt) | select
log_pending: select insert update delete |
log_state: select insert update | select
mail_messages: select insert update | select(dedupe_key recipient_mac kind state finished_at) insert update(state sealed recipient_mac last_error finished_at)
passport_certificates: select insert update delete | select insert update delete
passports: select insert update delete | select update delete
receipts: select insert | select insert
reports: select insert update | select(serial_key issuer_id sender_mac created_at) insert
restores: select insert update | select
service_keys: select insert update | select
service_settings: select insert update | select
signed_forms: select insert | select
status_changes: select insert | select
status_lists: select insert update(used) | select
watch_refusals: select insert update delete | select insert update delete
watch_requests: select insert update delete | select insert update delete
watchers: select insert update delete | select insert update delete
watches: select insert update delete | select insert update delete
webhook_deliveries: select insert update delete |
webhooks: select insert update delete |
withdrawal_approvals: select insert update |
witnessed_trees: select insert update |
`

export type RoleSide = 'service' | 'public'

/** Every right that PostgreSQL knows of a table. MAINTAIN is of version 17 and later. */
const EVERY = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'] as const

/** One right at one table, and whether a role of that side has it. */
interface TableRight {
  side: RoleSide
  table: string
  right: (typeof EVERY)[number]
  /** The columns that it has it at; null for none. */
  columns: string[] | null
  /** Whether these are those that it does not have it at. */
  isBut: boolean
}

/** All rights at all tables of ours, those that a role does not have among them. */
export const TABLE_RIGHTS: readonly TableRight[] = TEXT.trim().split('\n').flatMap(rightsOfLine)

function rightsOfLine(line: string): TableRight[] {
  const [table = '', sides = ''] = line.split(': ')
  const [service = '', publicSide = ''] = sides.split('|')
  return [...rightsOf('service', table, service), ...rightsOf('public', table, publicSide)]
}

function rightsOf(side: RoleSide, table: string, text: string): TableRight[] {
  const given = new Map([...text.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].map(([, right = '', columns]) => [right, columns]))
  return EVERY.map((right) => {
    const name = right.toLowerCase()
    if (!given.has(name)) return { side, table, right, columns: null, isBut: false }
    const [first = '', ...others] = given.get(name)?.split(' ') ?? ['but']
    const isBut = first === 'but'
    return { side, table, right, columns: isBut ? others : [first, ...others], isBut }
  })
}
