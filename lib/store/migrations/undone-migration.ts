import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ServiceError } from '@/lib/errors'

/** Who has a table of ours in use, with the number of the transaction: somebody who works has another one a moment later. */
const HOLDERS = `SELECT DISTINCT l.virtualtransaction AS number, l.pid, a.usename AS role, a.application_name AS program
  FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation AND c.relnamespace = 'public'::regnamespace
  JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid AND a.datname = pg_catalog.current_database()
  WHERE l.granted AND l.pid <> pg_catalog.pg_backend_pid() ORDER BY 2`
const APART_MS = 200
const BEGUN_AGAIN = 'Then run certs migrate again.'

interface Holder {
  number: string
  pid: number
  role: string | null
  program: string
}

/**
 * What stood in the way of a migration that was undone, in words for whoever administers the database.
 * @param client after the rollback
 */
export async function undoneMigration(client: pg.Client, name: string, error: unknown): Promise<ServiceError> {
  const { code, detail, message } = error as Partial<Record<'code' | 'detail' | 'message', string>>
  const advice = await adviceOn(client, code).catch(() => '')
  const cause = [message ?? String(error), detail?.replaceAll('\n', '; ')].filter((part) => part !== undefined)
  return new ServiceError(
    'unavailable',
    `The migration ${name} failed and was undone: ${cause.map((part) => part.replace(/\.$/, '')).join('. ')}.${advice}`,
    { cause: error },
  )
}

async function adviceOn(client: pg.Client, code: string | undefined): Promise<string> {
  switch (code) {
    case '0A000': // a column that something of theirs rests on
      return ` Drop what is not the service’s and uses that column. ${BEGUN_AGAIN} Afterwards make it as it was.`
    case '23505':
      return ' What may be there once is there twice: a damaged index let it in. Remove neither before you know which one is right (certs show).'
    case '55P03': {
      const held = await longHolders(client)
      const who = held.map(({ pid, role, program }) => `${pid} of ${role ?? 'the server'} (${program || 'no name'})`)
      return ` Somebody has held a table for minutes: ${who.join(', ') || 'nobody any more'}. Wait for it, or end it with pg_terminate_backend. ${BEGUN_AGAIN}`
    }
    default:
      return ''
  }
}

async function longHolders(client: pg.Client): Promise<Holder[]> {
  const { rows: before } = await client.query<Holder>(HOLDERS)
  await pause(APART_MS)
  const { rows } = await client.query<Holder>(HOLDERS)
  return rows.filter(({ number }) => before.some((one) => one.number === number))
}
