/**
 * A database of its own for a suite, on the one PostgreSQL of the test run:
 *
 *     let database: TestDatabase
 *     beforeAll(async () => {
 *       database = await createTestDatabase()
 *       setEnv(parseEnv({ ...process.env, DATABASE_URL: database.url }))
 *     })
 *     afterAll(() => database.drop())
 *
 * The first suite that asks waits about two seconds while the server starts and the template is migrated; each
 * database after that is a copy of the template and takes some ten milliseconds. Close your own pool before `drop`.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestCluster } from './cluster'
import { atDatabase } from './database-url'

export interface TestDatabase {
  /** Connects as the role that owns the tables and is no superuser. */
  url: string
  /** Connects as the role that serves and owns nothing (docs/operations/roles.sql). */
  serviceUrl: string
  /** Connects as the superuser, for trying to get around a guard. */
  adminUrl: string
  /** Removes the database; whatever is still connected to it is cut off. */
  drop(): Promise<void>
}

/**
 * Makes a migrated, empty database.
 * @param options.migrated false for a database without a single table, for tests of the migrations themselves
 * @throws Error with what stood in the way where the server does not start
 */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const cluster = await askBroker()
  const name = `${cluster.template}_${randomBytes(6).toString('hex')}`
  const template = migrated ? cluster.template : 'template0'
  // Files are copied in half the time in which pages are written to the log of PostgreSQL and to the files.
  await command(cluster.url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    url: atDatabase(cluster.url, name),
    serviceUrl: atDatabase(cluster.serviceUrl, name),
    adminUrl: atDatabase(cluster.adminUrl, name),
    drop: () => command(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function askBroker(): Promise<TestCluster> {
  const response = await fetch(inject('testClusterBroker'))
  if (!response.ok) throw new Error(`The PostgreSQL of the tests did not start: ${await response.text()}`)
  return (await response.json()) as TestCluster
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
