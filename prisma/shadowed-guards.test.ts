import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { servingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

const REFUSED = { code: '23001' } // restrict_violation, which our triggers raise
const WRONG = { code: /^(23001|P0001|23514)$/ }

/** Temporary tables come first in PostgreSQL's own search path, and whoever serves may make them. */
describe('the guards, past temporary tables of the service’s role', () => {
  useServiceDatabase()
  let serving: pg.Client
  let ids: { id: string; lineage: string; list: string }

  beforeAll(async () => {
    const serial = await issueOne(await mintIssuer())
    const { rows } = await servingPool().query<typeof ids>(
      'SELECT id, lineage_id AS lineage, status_list_id AS list FROM certificates WHERE serial = $1',
      [serial],
    )
    if (rows[0]) ids = rows[0]
  })
  beforeEach(async () => {
    serving = new pg.Client(env().DATABASE_URL)
    await serving.connect()
    await serving.query('BEGIN')
  })
  afterEach(() => serving.end())

  /** A table of one's own in the place of ours, with one row. */
  async function shadow(table: string, changes: object): Promise<void> {
    await serving.query(
      `CREATE TEMPORARY TABLE ${table} AS SELECT (jsonb_populate_record(NULL::public.${table}, '${JSON.stringify(changes)}')).*`,
    )
  }

  /** The certificate's leaf, in a log of this leaf alone. */
  async function putLeaf(): Promise<void> {
    await serving.query(
      `INSERT INTO log_state (origin, size, root, published_root) VALUES ('a/log', 1, '\\x00', '\\x00')`,
    )
    await serving.query(
      `INSERT INTO log_leaves (log_index, kind, subject, place, part, leaf, salt)
       VALUES (0, 'event', $1, 1, 0, '\\x01', '\\x02')`,
      [ids.lineage],
    )
  }

  it('a salt stays while its certificate is there', async () => {
    await putLeaf()
    await shadow('events', { chain_id: ids.lineage, chain: 'lineage', type: 'erased' })
    await shadow('certificates', {})
    await expect(serving.query('UPDATE public.log_leaves SET salt = NULL')).rejects.toMatchObject(REFUSED)
  })

  it('a salt stays where an event says that its lineage was erased, and its certificate is there', async () => {
    await putLeaf()
    await serving.query(
      `INSERT INTO events SELECT (jsonb_populate_record(e, '{"type": "erased", "sequence": 2}')).*
       FROM events e WHERE chain_id = $1`,
      [ids.lineage],
    )
    await expect(serving.query('UPDATE public.log_leaves SET salt = NULL')).rejects.toMatchObject(REFUSED)
  })

  it('no event is stored without its leaf', async () => {
    await serving.query(
      `INSERT INTO log_state (id, origin, root, published_root, intake_ended) VALUES (1, 'a/log', '\\x00', '\\x00', true)`,
    )
    await shadow('log_state', { id: 1, intake_ended: false })
    await serving.query(
      `INSERT INTO public.events SELECT (jsonb_populate_record(e, '{"sequence": 2}')).* FROM public.events e WHERE chain_id = $1`,
      [ids.lineage],
    )
    await expect(serving.query('SET CONSTRAINTS ALL IMMEDIATE')).rejects.toMatchObject(REFUSED)
  })

  it('history has no gap', async () => {
    await shadow('events', { chain_id: ids.lineage, sequence: 6 })
    const later = serving.query(
      `INSERT INTO public.events SELECT (jsonb_populate_record(e, '{"sequence": 7}')).* FROM public.events e WHERE chain_id = $1`,
      [ids.lineage],
    )
    await expect(later).rejects.toMatchObject(REFUSED)
  })

  it('nor has that of a status list', async () => {
    await shadow('status_changes', { list_id: ids.list, sequence: 6 })
    const later = serving.query(
      `INSERT INTO public.status_changes (list_id, sequence, status_index, at, service_key_id, signature)
       VALUES ($1, 7, 0, now(), 'x', 'x')`,
      [ids.list],
    )
    await expect(later).rejects.toMatchObject(REFUSED)
  })

  it('a lineage has one current certificate', async () => {
    await shadow('certificates', { lineage_id: ids.lineage })
    await serving.query(`UPDATE public.certificates SET status = 'superseded' WHERE id = $1`, [ids.id])
    await expect(serving.query('SET CONSTRAINTS ALL IMMEDIATE')).rejects.toMatchObject(WRONG)
  })

  it('a seal that has ended does not come back', async () => {
    const mac = randomUUID()
    const passport = `INSERT INTO public.passports (id, handle, manage_hash, show_name, published, mac)
      VALUES (gen_random_uuid(), $1, $1, true, true, $2)`
    await serving.query(passport, [randomUUID(), mac])
    await serving.query('DELETE FROM public.passports WHERE mac = $1', [mac])
    await serving.query('CREATE TEMPORARY TABLE ended_seals (LIKE public.ended_seals)')
    await expect(serving.query(passport, [randomUUID(), mac])).rejects.toMatchObject(REFUSED)
  })

  // One that looks in PostgreSQL's own schema alone finds none of our tables without naming theirs.
  it('each function that is not immutable names where it looks', async () => {
    const { rows } = await serving.query(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
       AND p.provolatile <> 'i'
       AND NOT coalesce(p.proconfig && ARRAY['search_path=pg_catalog, public, pg_temp', 'search_path=pg_catalog'], false)`,
    )
    expect(rows).toEqual([])
  })
})
