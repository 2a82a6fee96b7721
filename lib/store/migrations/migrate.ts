import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ServiceError } from '@/lib/errors'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { patientTransaction } from '@/lib/store/database/patient-transaction'
import { bringRights, findServiceRoles, type ServiceRole } from '@/lib/store/database/rights/compare-rights'
import { prepareMigrating } from '@/lib/store/database/session/prepare-session'
import { splitStatements } from './migrate-statements'
import { type Applied, MIGRATION_BOOK, readMigrationBook } from './migration-book'
import { type Migration, migrationsDir, readMigrations } from './read-migrations'
import { requireOwnSession } from './require-own-session'
import { undoneMigration } from './undone-migration'

/** The advisory lock that Prisma's own engine takes, so that its command and this runner never work at once. */
const PRISMA_LOCK = 72707369
/** How long a database may say nothing where there may be no configuration: as much as one can say, in milliseconds. */
const PATIENT_MS = 60_000

/** What a migration needs beyond SQL, by its name; runs in its transaction, so that both happen or neither. */
type Completions = Record<string, (client: pg.Client) => Promise<void>>

interface MigrateOptions {
  /** How long a database that does not answer is waited for, in milliseconds. */
  connectMs?: number
  /** Gets the names of what an earlier version's database lacks, before anything is applied; refuses by throwing. */
  onUpgrade?: (names: string[]) => void
  /** False where the rights of the roles stay as they are, unless something is applied. */
  mayGrant?: boolean
}

/**
 * Applies the migrations that a database lacks, in the order of their names. Each runs in a transaction of its own,
 * except a file whose first line is `-- no-transaction`: its statements run one by one. Of several processes that
 * call this at once, one applies and the others wait for it. With them come the rights of the roles that serve (decision 166), where
 * this role may give them.
 * @param url of the database
 * @param dir the folder that holds one folder a migration; by default the project's prisma/migrations
 * @param completions what the program itself adds to a migration that is applied now
 * @returns the names of those applied now
 * @throws ServiceError where an applied migration was edited or one stopped half-way, now or earlier; where one is
 *   missing that the role of this connection may not apply; as `requireOwnSession`
 */
export async function migrate(
  url: string,
  dir = migrationsDir(),
  completions: Completions = {},
  { connectMs = PATIENT_MS, onUpgrade, mayGrant = true }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(dir)
  const work = async (client: pg.Client) => {
    await withClient(url, (other) => requireOwnSession(client, other), connectMs)
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    // Nothing is written where nothing is missing: the role that serves owns no table (docs/operations.md).
    const book = await readMigrationBook(client)
    const pending = notApplied(migrations, book)
    if (pending.length === 0 && !mayGrant) return []
    const roles = await findServiceRoles(client)
    if (pending.length > 0) {
      if (book.size > 0) onUpgrade?.(pending.map(({ name }) => name))
      await requireOwner(client, pending, book.size === 0)
      await client.query(MIGRATION_BOOK)
      // Nobody serves on a new one meanwhile.
      const during = book.size === 0 ? [] : roles
      for (const migration of pending) await apply(client, migration, { completions, roles: during })
    }
    // Rights change without a migration, too.
    await patientTransaction(client, () => bringRights(client, roles))
    return pending.map((migration) => migration.name)
  }
  return withClient(url, work, connectMs)
}

/**
 * Brings an empty database to the very migrations that a backup was made with, so that its rows fit.
 * @param url as the owner of the tables
 * @param wanted those of the backup
 * @throws ServiceError where one of them is unknown here, or another one; as `migrate`
 */
export async function migrateAs(url: string, wanted: readonly { name: string; checksum: string }[]): Promise<void> {
  const known = new Map((await readMigrations(migrationsDir())).map((migration) => [migration.name, migration]))
  const migrations = wanted.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (migration?.checksum === checksum) return migration
    const sentence = `The backup was made with the migration ${name}, which is not in this version.`
    throw new ServiceError('unavailable', `${sentence} Restore with the version that made it, or a later one.`)
  })
  await withClient(url, async (client) => {
    const book = await readMigrationBook(client)
    const other = [...book.keys()].find((name) => !wanted.some((one) => one.name === name))
    if (other !== undefined) {
      const sentence = `The database has the migration ${other} already, and the backup was made before it.`
      throw new ServiceError('unavailable', `${sentence} Restore into a new database: createdb.`)
    }
    const pending = notApplied(migrations, book)
    if (pending.length > 0) await requireOwner(client, pending, book.size === 0)
    await client.query(MIGRATION_BOOK)
    for (const migration of pending) await apply(client, migration, { completions: {}, roles: [] })
  })
}

/**
 * Whoever may make tables where the others look for them migrates, and in a database that holds every letter; said before anything is
 * begun. Where the schema may not even be used, PostgreSQL would pass it over, and make what is temporary.
 */
async function requireOwner(client: pg.Client, pending: Migration[], isNew: boolean): Promise<void> {
  const { rows } = await client.query<{ may: boolean; encoding: string; grant: string; current: string }>(
    `SELECT bool_and(coalesce(has_schema_privilege(to_regnamespace('public'), needed), false)) AS may, current_setting('server_encoding') AS encoding,
       format('GRANT USAGE, CREATE ON SCHEMA public TO %I;', current_user) AS grant, current_user::text AS current FROM unnest('{USAGE,CREATE}'::text[]) needed`,
  )
  const { may, encoding, grant, current } = rows[0] ?? {}
  if (encoding !== 'UTF8') {
    const sentence = `The database is encoded in ${encoding}, which cannot hold every name`
    throw new ServiceError('unavailable', `${sentence}: make one with createdb --encoding=UTF8 --template=template0.`)
  }
  if (may) return
  const names = pending.map((migration) => migration.name).join(', ')
  // A role that serves must own nothing.
  const serves = (await findServiceRoles(client)).some(({ name }) => name === current)
  throw new ServiceError(
    'unavailable',
    isNew
      ? `The database has no tables yet, and this role may not make any in the schema public. ${serves ? 'Run certs migrate with the owner’s DATABASE_URL.' : `Give DATABASE_URL of the owner, or run as the owner: ${grant}`}`
      : `The database lacks ${names}, and this role may not change it: run certs migrate with the owner's DATABASE_URL.`,
  )
}

/**
 * The names of the migrations that the database at `url` lacks; changes nothing.
 * @throws ServiceError as `migrate` does
 */
export async function pendingMigrations(url: string, dir = migrationsDir()): Promise<string[]> {
  const migrations = await readMigrations(dir)
  return withClient(url, async (client) => {
    const book = await readMigrationBook(client)
    return notApplied(migrations, book).map((migration) => migration.name)
  })
}

/** Its end gives the advisory lock back too. */
function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>, connectMs = PATIENT_MS): Promise<T> {
  return withOwnConnection(work, { url, prepare: prepareMigrating, connectMs })
}

function notApplied(migrations: Migration[], book: Map<string, Applied>): Migration[] {
  return migrations.filter((migration) => {
    const applied = book.get(migration.name)
    if (!applied) return true
    if (!applied.finished_at) throw halfWay(migration.name)
    if (applied.checksum !== migration.checksum) {
      throw new ServiceError(
        'unavailable',
        `The migration ${migration.name} was edited after it was applied to this database: restore the file, and put the change into a new migration.`,
      )
    }
    return false
  })
}

function halfWay(name: string, cause?: unknown): ServiceError {
  const why = cause instanceof Error ? ` (${cause.message})` : ''
  return new ServiceError(
    'unavailable',
    `The migration ${name} stopped half-way${why}: undo what it did by hand, set rolled_back_at in its row of _prisma_migrations, and start again.`,
    { cause },
  )
}

/** @param roles get their rights in the same transaction: a process that serves meanwhile may run into a trigger that writes to a new table */
async function apply(
  client: pg.Client,
  migration: Migration,
  { completions, roles }: { completions: Completions; roles: ServiceRole[] },
): Promise<void> {
  if (/^-- no-transaction[ \t]*(\r?\n|$)/.test(migration.sql)) return applyStatements(client, migration)
  try {
    await patientTransaction(client, async () => {
      await client.query(migration.sql)
      await completions[migration.name]?.(client)
      await bringRights(client, roles)
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, clock_timestamp(), 1)`,
        [randomUUID(), migration.checksum, migration.name],
      )
    })
  } catch (error) {
    throw await undoneMigration(client, migration.name, error)
  }
}

async function applyStatements(client: pg.Client, migration: Migration): Promise<void> {
  const id = randomUUID()
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    migration.checksum,
    migration.name,
  ])
  try {
    for (const statement of splitStatements(migration.sql)) await client.query(statement)
  } catch (error) {
    await client
      .query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)])
      .catch(() => undefined) // the row alone says enough
    throw halfWay(migration.name, error)
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  )
}
