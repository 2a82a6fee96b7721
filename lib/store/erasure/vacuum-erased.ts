import type pg from 'pg'

/** The tables that an erasure takes rows or values out of: a test compares them with the code. */
const OF_CERTIFICATES = [
  ...['artifacts', 'batch_notes', 'certificate_checks', 'certificate_words', 'certificates', 'desk_activities'],
  'import_batches',
  ...['import_rows', 'issue_runs', 'journal_outbox', 'mail_messages', 'passport_certificates', 'passports', 'receipts'],
  ...['reports', 'signed_forms', 'watch_requests', 'watchers', 'watches', 'withdrawal_approvals', 'log_leaves'],
  ...['log_pending', 'webhook_deliveries'],
]

/** Those that the erasure of a person of the desk takes rows out of. */
export const OF_PEOPLE = [
  ...['desk_accounts', 'desk_invitations', 'desk_members', 'desk_passkeys', 'desk_preferences', 'desk_sessions'],
  ...['desk_two_factors', 'desk_users', 'desk_verifications'],
]

/**
 * Has the database give up the rows that were deleted, and what it noted of their values for planning.
 * @param db a connection of its own, outside of any transaction
 * @param tables those of an erased certificate where they are left out
 * @returns false where some of it was not done: the role does not own the tables
 */
export async function vacuumErased(db: pg.Client, tables: readonly string[] = OF_CERTIFICATES): Promise<boolean> {
  let refused = 0
  // Of a table that it may not touch the server only warns, and passes it over.
  const note = ({ severity }: { severity?: string | undefined }) => {
    if (severity === 'WARNING') refused += 1
  }
  db.on('notice', note)
  try {
    await db.query('SET client_min_messages = warning')
    await db.query(`VACUUM (ANALYZE) ${tables.join(', ')}`)
    if (refused === 0) await forgetEmptied(db, tables)
    return refused === 0
  } finally {
    db.off('notice', note)
  }
}

/**
 * Of a table that has become empty the statistics stay as they were, with the last values that it had. Servers before
 * PostgreSQL 18 have no way to clear them: there they stay until the table has rows again.
 */
async function forgetEmptied(db: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ able: boolean }>(
    `SELECT to_regprocedure('pg_clear_attribute_stats(text,text,text,boolean)') IS NOT NULL AS able`,
  )
  if (!rows[0]?.able) return
  for (const table of tables) {
    await db.query(
      `SELECT pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
       FROM pg_stats s WHERE s.schemaname = 'public' AND s.tablename = $1
         AND NOT EXISTS (SELECT 1 FROM ${table})`,
      [table],
    )
  }
}
