import type { Transaction } from '@/lib/store/database/database'
import { updateSealed } from '@/lib/store/keys/sealed-rows'

/** The number of restored rows that were put out of effect. */
export interface HeldBack {
  /** Messages that waited: nobody knows whether they were sent since. */
  mail: number
  /** Passports that were public: nobody knows which of them their holders have closed or deleted since. */
  passports: number
  /** Sessions at the desk, of people who may have signed out or been removed since. */
  sessions: number
  /** Invitations and links for a new password, which may have been used or withdrawn since. */
  links: number
}

/** Puts out of effect what a restored database says and no journal can tell the truth of. */
export async function holdBackRestored(tx: Transaction): Promise<HeldBack> {
  const mail = await tx.query(
    `UPDATE mail_messages SET state = 'unknown', finished_at = clock_timestamp(), last_error = 'restored'
     WHERE state IN ('queued', 'sending')`,
  )
  const passports = await updateSealed(tx, 'passports', 'published', [], { published: false })
  const sessions = await tx.query('DELETE FROM desk_sessions')
  // What was asked of an inbox in the two days before: it may have refused since.
  await updateSealed(tx, 'watch_requests', 'sealed IS NOT NULL', [], { sealed: null })
  const open = 'used_at IS NULL AND withdrawn_at IS NULL'
  const invitations = await updateSealed(tx, 'desk_invitations', open, [], { withdrawnAt: new Date() })
  const links = await tx.query('DELETE FROM desk_verifications')
  return {
    ...{ mail: mail.rowCount ?? 0, passports: passports.length, sessions: sessions.rowCount ?? 0 },
    links: invitations.length + (links.rowCount ?? 0),
  }
}

/** Who gets in by a restored database: some of it may have been ended since. */
export interface RestoredAccess {
  keys: { id: string; issuer: string; name: string; lastFour: string; createdAt: Date }[]
  people: { issuer: string; email: string; role: string }[]
}

/** Every API key and person that counts. */
export async function listRestoredAccess(tx: Transaction): Promise<RestoredAccess> {
  const slug = (of: string) => `(SELECT slug FROM issuer_slugs s WHERE s.issuer_id = ${of}.issuer_id AND s.current)`
  const keys = await tx.query<RestoredAccess['keys'][number]>(
    `SELECT id, ${slug('k')} AS issuer, name, last_four AS "lastFour", created_at AS "createdAt"
     FROM issuer_api_keys k WHERE revoked_at IS NULL ORDER BY issuer, k.created_at, id`,
  )
  const people = await tx.query<RestoredAccess['people'][number]>(
    `SELECT ${slug('m')} AS issuer, u.email, m.role FROM desk_members m JOIN desk_users u ON u.id = m.user_id
     ORDER BY issuer, u.email`,
  )
  return { keys: keys.rows, people: people.rows }
}
