import { KEPT_AFTER_CLOSING, KEPT_AT_MOST } from '@/lib/domain/text/report'
import { workingPool } from '@/lib/store/database/database'

/** By kind, in SQL, when the first of what is there still was to be forgotten (docs/privacy.md). */
const DUE = {
  'network addresses of the log of activities':
    "SELECT min(at) + interval '90 days' AS due FROM desk_activities WHERE address IS NOT NULL",
  invitations: `SELECT min(greatest(coalesce(used_at, withdrawn_at, expires_at) + interval '30 days', expires_at)) AS due
    FROM desk_invitations`,
  'links and codes': 'SELECT min(expires_at) AS due FROM desk_verifications',
  sessions: 'SELECT min(expires_at) AS due FROM desk_sessions',
  'files on their way to be issued': 'SELECT min(expires_at) AS due FROM issue_runs',
  'refused rows of files':
    "SELECT min(noted_at) + interval '30 days' AS due FROM batch_notes WHERE refused_rows IS NOT NULL",
  'mail that was not sent':
    "SELECT min(created_at) + interval '30 days' AS due FROM mail_messages WHERE state <> 'sending' AND sealed IS NOT NULL",
  'what columns of tables hold': "SELECT min(used_at) + interval '1 year' AS due FROM issue_layouts",
  'what webhooks were told': "SELECT min(occurred_at) + interval '30 days' AS due FROM webhook_deliveries",
  'what reporters wrote': `SELECT min(least(closed_at + interval '${KEPT_AFTER_CLOSING} days', created_at + interval '${KEPT_AT_MOST} days'))
    AS due FROM reports WHERE coalesce(serial, serial_key, message, email, note) IS NOT NULL`,
  'where reports came from':
    "SELECT min(created_at) + interval '1 day' AS due FROM reports WHERE sender_mac IS NOT NULL",
  'requests to be told of changes': 'SELECT min(expires_at) AS due FROM watch_requests',
  'where such requests came from':
    "SELECT min(created_at) + interval '1 day' AS due FROM watch_requests WHERE sender_mac IS NOT NULL",
  'addresses that refuse such requests': "SELECT min(created_at) + interval '90 days' AS due FROM watch_refusals",
  'addresses that were asked whether answers may go there': 'SELECT min(asked_until) AS due FROM issuer_mail_settings',
} as const

/** Something that is there although it was to be forgotten, and since when. */
interface Overdue {
  what: keyof typeof DUE
  since: Date
}

/** What was to be forgotten a day ago at the latest: it is tried every ten minutes. */
export async function findOverdue(): Promise<Overdue[]> {
  const parts = Object.entries(DUE).map(([what, sql]) => `SELECT '${what}' AS what, due FROM (${sql}) d`)
  const { rows } = await workingPool().query<Overdue>(
    `SELECT what, due AS since FROM (${parts.join(' UNION ALL ')}) k
     WHERE due < statement_timestamp() - interval '1 day' ORDER BY due`,
  )
  return rows
}
