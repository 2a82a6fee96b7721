import pg from 'pg'
import { LEAST_CONNECT_MS } from './deadlines'
import { withOwnConnection } from './own-connection'
import { prepareMigrating } from './session/prepare-session'

/** Runs SQL in one of an administrator's databases. A single query of one value resolves to it; to '' where there is no row. */
export type RunAsAdmin = (database: string, sql: string) => Promise<string>

/** A password's SCRAM verifier by the role that it is for. */
type Verifiers = Record<'certs_owner' | 'certs_service' | 'certs_public', string>

/**
 * Makes a database where there is none of this name, and the roles of `docs/operations/roles.sql` with their passwords.
 * Repeating it changes nothing.
 * @param run as a superuser, or as somebody who may create roles
 * @param sql the text of roles.sql
 */
export async function setUpRoles(run: RunAsAdmin, name: string, sql: string, verifiers: Verifiers): Promise<void> {
  const create = `CREATE DATABASE ${pg.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`
  await run('postgres', create).catch((error: Error & { code?: string }) => {
    if (error.code !== '42P04' && !error.message.includes('already exists')) throw error
  })
  const passwords = Object.entries(verifiers).map(
    ([role, verifier]) => `ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(verifier)};`,
  )
  // Whole or not at all: nobody who is served meanwhile finds a right taken away that is about to be given again.
  await run(name, ['BEGIN;', sql, ...passwords, 'COMMIT;'].join('\n'))
}

/** @param url of an administrator; its database is replaced */
export function runByUrl(url: string): RunAsAdmin {
  return async (database, sql) => {
    const connectionString = Object.assign(new URL(url), { pathname: `/${database}` }).href
    const options = { url: connectionString, prepare: prepareMigrating, connectMs: LEAST_CONNECT_MS }
    const result = await withOwnConnection((client) => client.query<Record<string, unknown>>(sql), options)
    // Of several statements there are several results, and nobody asks for a value.
    const [value = ''] = Array.isArray(result) ? [] : Object.values(result.rows[0] ?? {})
    return String(value)
  }
}
