import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { closeDatabase } from '@/lib/store/database/database'
import { prepareStore } from '@/lib/store/database/prepare-store'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'

/** The tables that got their seals by the first migration of seals. */
const TABLES = [
  ...['issuer_slugs', 'issuer_api_keys', 'badge_images', 'desk_users', 'desk_sessions', 'desk_accounts'],
  ...['desk_verifications', 'desk_two_factors', 'desk_passkeys', 'desk_members', 'desk_invitations'],
  ...['withdrawal_approvals', 'passports', 'passport_certificates', 'mail_messages', 'certificates'],
]

async function asOwner(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(env().DATABASE_URL)
  await client.connect()
  return client
    .query(sql, values)
    .then(({ rows }: { rows?: Record<string, unknown>[] }) => rows ?? [])
    .finally(() => client.end())
}

/** Says that a migration was never applied, as whoever owns the tables can. */
const forget = (name: string) =>
  asOwner('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1', [name])

/** What else they change before the start. */
const MORE: [string, string][] = [
  ['nothing else', 'SELECT'],
  ['no service key meanwhile', 'DELETE FROM service_keys'],
  ['no row in the table of the first seals', 'DELETE FROM issuer_api_keys; DELETE FROM badge_images'],
  ['no book', 'ALTER TABLE _prisma_migrations RENAME TO _earlier'],
  ['the book’s row deleted', 'DELETE FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL'],
]

describe('the owner of the tables who undoes the migration that seals rows, and plants one', () => {
  useServiceDatabase({}, 'owner')

  beforeAll(async () => {
    const [victim, own] = [await mintIssuer(), await mintIssuer()]
    await issueOne(victim)
    const { person } = await mintPerson(own, 'owner')
    await closeDatabase()
    await asOwner(
      `DROP FUNCTION end_seals CASCADE; DROP FUNCTION refuse_unsealed_change CASCADE; DROP TABLE ended_seals;
       DROP FUNCTION refuse_change_of_ended_seals CASCADE;
       ${TABLES.map((table) => `ALTER TABLE ${table} DROP COLUMN mac CASCADE;`).join('\n')}`,
    )
    await asOwner("INSERT INTO desk_members (user_id, issuer_id, role) VALUES ($1, $2, 'owner')", [
      person.userId,
      victim.id,
    ])
    await forget('0021_sealed_rights')
  })

  it.each(MORE)('gets nothing sealed, with %s', async (_, sql) => {
    await asOwner(sql)
    await expect(prepareStore()).rejects.toThrow(
      sql.includes('RENAME') ? /failed and was undone/ : /somebody has undone it/,
    )
    if (sql.includes('RENAME'))
      await asOwner('DROP TABLE _prisma_migrations; ALTER TABLE _earlier RENAME TO _prisma_migrations')
    const columns = "SELECT 1 FROM information_schema.columns WHERE table_name = 'desk_members' AND column_name = 'mac'"
    expect(await asOwner(columns)).toEqual([])
  })
})

describe('the owner of the tables who undoes the migration of issuers’ MACs, and gives one another’s name', () => {
  useServiceDatabase({}, 'owner')

  beforeAll(async () => {
    await issueOne(await mintIssuer())
    await closeDatabase()
    await asOwner(
      `ALTER TABLE issuers DROP COLUMN mac CASCADE; DROP TABLE domain_checks, issuer_words CASCADE;
       DO $$ DECLARE one regprocedure; BEGIN
         FOR one IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
           AND (p.proname LIKE '%issuer_words%' OR p.proname LIKE '%domain_checks%')
         LOOP EXECUTE 'DROP FUNCTION ' || one || ' CASCADE'; END LOOP;
       END $$;
       UPDATE issuers SET name = 'Harvard', domain = 'harvard.edu', assurance = 'verified'`,
    )
    await forget('0009_issuers')
  })

  it.each(MORE)('gets no name vouched for, with %s', async (_, sql) => {
    await asOwner(sql)
    await expect(prepareStore()).rejects.toThrow(
      sql.includes('RENAME') ? /failed and was undone/ : /somebody has undone it/,
    )
    if (sql.includes('RENAME'))
      await asOwner('DROP TABLE _prisma_migrations; ALTER TABLE _earlier RENAME TO _prisma_migrations')
  })
})
