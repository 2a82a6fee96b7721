import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { projectDir } from '@/lib/project-dir'
import { startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'
import { migrate } from '@/lib/store/migrations/migrate'
import { atDatabase } from './database-url'

/** What a suite must know to make itself a database. */
export interface TestCluster {
  /** Connects as the role that owns the tables and migrates, which may create databases. */
  url: string
  /** Connects as the role that serves, with the rights of docs/operations/roles.sql; where the cluster is our own. */
  serviceUrl: string
  /** Connects as the superuser, where the cluster is our own; otherwise the same as `url`. */
  adminUrl: string
  /** The name of the migrated database that suites copy; every name of this run begins with it. */
  template: string
}

interface Server {
  url: string
  serviceUrl: string
  adminUrl: string
  stop: () => Promise<void>
}

/**
 * Starts the one PostgreSQL of a test run (or uses that of TEST_DATABASE_URL, whose user must be allowed to create
 * databases), and migrates the template in it.
 */
export async function startTestCluster(): Promise<TestCluster & { stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const template = `test_${randomBytes(5).toString('hex')}`
  const server = given
    ? { url: given, serviceUrl: given, adminUrl: given, stop: () => dropAll(given, template) }
    : await startOwnServer()
  const { stop } = server
  try {
    await inCluster(server.url, (client) => client.query(`CREATE DATABASE ${template}`))
    await migrate(atDatabase(server.url, template))
    if (server.serviceUrl !== server.url) await grantRoles(server, template)
    // Once more, so that the roles get what an operator's get: those of the server have the schema only now.
    await migrate(atDatabase(server.url, template))
    return { url: server.url, serviceUrl: server.serviceUrl, adminUrl: server.adminUrl, template, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

async function startOwnServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'test-postgres-'))
  const { url, adminUrl, release } = await startEmbeddedDatabase(folder)
  // The folder is thrown away after the run, so nothing is lost with it; what a commit means stays as in production.
  await inCluster(adminUrl, async (client) => {
    await client.query('ALTER SYSTEM SET fsync = off')
    // Each connection computes them twice; the passwords of this server keep nothing.
    await client.query('ALTER SYSTEM SET scram_iterations = 1')
    await client.query('SELECT pg_reload_conf()')
  })
  // A connection of its own, which has the new setting.
  await inCluster(adminUrl, async (client) => {
    for (const { username, password } of [new URL(url), new URL(adminUrl)])
      await client.query(`ALTER ROLE ${username} PASSWORD '${password}'`)
  })
  const stop = async () => {
    await release()
    await rm(folder, { recursive: true, force: true })
  }
  const serviceUrl = new URL(url)
  serviceUrl.username = 'certs_service'
  serviceUrl.password = 'of the tests'
  return { url, serviceUrl: serviceUrl.href, adminUrl, stop }
}

/** Suites run with no more rights than an operator is told to give, in databases that are copies of this one. */
async function grantRoles({ adminUrl, serviceUrl }: Server, database: string): Promise<void> {
  const roles = await readFile(join(projectDir(), 'docs', 'operations', 'roles.sql'), 'utf8')
  await inCluster(atDatabase(adminUrl, database), async (client) => {
    await client.query(roles)
    for (const role of ['certs_service', 'certs_public'])
      await client.query(`ALTER ROLE ${role} PASSWORD '${decodeURIComponent(new URL(serviceUrl).password)}'`)
  })
}

async function inCluster<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  await inCluster(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}
