/** Of each table its triggers, and behind the bar its unique indexes, without the table's name that each begins with. */
const TEXT = `
artifacts: append_only no_truncate | certificate_id_type_sha256_key pkey
badge_images: seal_ends sealed | pkey
batch_notes: | pkey
certificate_checks: | pkey
certificate_words: | pkey
certificates: kept one_lineage search_words states whole_lineage words_kept | lineage_id_revision_key one_current pkey serial_key_key status_list_id_status_index_key
design_defaults: seal_ends sealed | pkey
design_pictures: forgotten not_ahead | id_key pkey
design_proposals: seal_ends sealed | issuer_id_name_key pkey
design_versions: kept no_truncate seal_ends sealed | pkey
designs: seal_ends sealed | issuer_id_name_key pkey
desk_accounts: seal_ends sealed | pkey
desk_activities: append_only no_truncate not_ahead | pkey
desk_invitations: forgotten not_ahead seal_ends sealed | pkey token_hash_key
desk_members: seal_ends sealed | pkey
desk_passkeys: seal_ends sealed | pkey
desk_preferences: | pkey
desk_sessions: seal_ends sealed | pkey token_key
desk_two_factors: seal_ends sealed | pkey user_id_key
desk_users: forgotten seal_ends sealed | email_key pkey
desk_verifications: seal_ends sealed | pkey
domain_checks: append_only no_truncate not_ahead | pkey
ended_seals: kept no_truncate | pkey
erased_marks: kept | pkey
erasures: kept | pkey
events: append_only logged no_gap no_truncate | pkey
forgotten_rows: | pkey
import_batches: kept | issuer_id_file_sha256_key pkey
import_rows: kept | certificate_id_key pkey
issue_layouts: | pkey
issue_runs: | one_ready pkey
issuer_api_keys: seal_ends sealed | key_hash_key pkey
issuer_mail_settings: seal_ends sealed | pkey
issuer_own_words: seal_ends sealed | pkey
issuer_signing_keys: | key_id_key one_active pkey
issuer_slugs: seal_ends sealed words_kept | one_current pkey
issuer_words: | pkey
issuers: words_kept | did_key domain_key name_skeleton_key pkey
journal_marks: | pkey
journal_outbox: | pkey
journal_position: | pkey
journal_refusals: | pkey
log_keys: | pkey
log_leaves: append_only in_tree no_truncate | pkey subject_kind_place_part_key
log_pending: | pkey subject_kind_place_part_key
log_state: | pkey
mail_messages: ended kept not_ahead | dedupe_key_key pkey
passport_certificates: seal_ends sealed | pkey
passports: forgotten seal_ends sealed | handle_key manage_hash_key pkey previous_manage_hash_key
receipts: | pkey
reports: emptied forgotten not_ahead | pkey
restores: kept no_truncate | pkey
service_keys: | one_active pkey
service_settings: named | pkey
signed_forms: no_truncate unchanged | pkey
status_changes: append_only no_gap no_truncate | pkey
status_lists: kept | one_open pkey
watch_refusals: | pkey
watch_requests: not_ahead seal_ends sealed | confirm_hash_key pkey
watchers: forgotten seal_ends sealed | manage_hash_key pkey recipient_mac_key unsubscribe_hash_key
watches: forgotten seal_ends sealed | id_key pkey
webhook_deliveries: not_ahead | pkey
webhooks: seal_ends sealed | pkey
withdrawal_approvals: seal_ends sealed | one_waiting pkey
witnessed_trees: | pkey
`

/** A table as the migrations make it. */
interface OwnTable {
  triggers: string[]
  uniqueIndexes: string[]
}

/** What the migrations leave at each table of ours: whatever lacks it, or has more, somebody else made so. */
export const OWN_TABLES: ReadonlyMap<string, OwnTable> = new Map(TEXT.trim().split('\n').map(tableOf))

function tableOf(line: string): [string, OwnTable] {
  const [table = '', names = ''] = line.split(': ')
  const [triggers = [], uniqueIndexes = []] = names
    .split('|')
    .map((part) => part.split(' ').flatMap((name) => (name === '' ? [] : [`${table}_${name}`])))
  return [table, { triggers, uniqueIndexes }]
}
