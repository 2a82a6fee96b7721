import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useServiceDatabase } from '@/test/database/service-database'
import { makeScene, readTies, type Scene, type Ties } from '@/test/scene'

const REFUSED = '23001' // restrict_violation, which our triggers raise
const NOT_UNIQUE = '23505'

const TRIGGERS = [
  'certificates_kept',
  'certificates_one_lineage',
  'certificates_states',
  'certificates_search_words',
  'certificates_whole_lineage',
  'certificates_words_kept',
  'desk_activities_append_only',
  'desk_activities_no_truncate',
  'desk_activities_not_ahead',
  'domain_checks_append_only',
  'domain_checks_no_truncate',
  'erased_marks_kept',
  'erasures_kept',
  'events_append_only',
  'events_logged',
  'events_no_gap',
  'events_no_truncate',
  'import_batches_kept',
  'import_rows_kept',
  'issuer_slugs_words_kept',
  'issuers_words_kept',
  'log_leaves_append_only',
  'log_leaves_no_truncate',
  'mail_messages_ended',
  'mail_messages_kept',
  'service_settings_named',
  'signed_forms_no_truncate',
  'signed_forms_unchanged',
  'status_changes_append_only',
  'status_changes_no_gap',
  'status_changes_no_truncate',
  'status_lists_kept',
]

describe('the guards of the database', () => {
  const database = useServiceDatabase()
  let scene: Scene
  let ties: Map<string, Ties>
  let owner: pg.Client
  let superuser: pg.Client

  beforeAll(async () => {
    scene = await makeScene()
    ties = new Map((await readTies()).map((tie) => [tie.serial, tie]))
    owner = new pg.Client(database.url)
    superuser = new pg.Client(database.adminUrl)
    await Promise.all([owner.connect(), superuser.connect()])
  })
  afterAll(() => Promise.all([owner.end(), superuser.end()]))
  beforeEach(() => superuser.query('SET session_replication_role = origin'))

  const idOf = (state: keyof Scene) => ties.get(scene[state])?.id ?? ''

  /** Tries statements in one transaction, commit included; nothing of it stays. */
  async function attempt(client: pg.Client, statements: readonly string[]): Promise<string> {
    try {
      await client.query('BEGIN')
      for (const statement of statements) await client.query(statement)
      await client.query('SET CONSTRAINTS ALL IMMEDIATE')
      return 'accepted'
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
    } finally {
      await client.query('ROLLBACK')
    }
  }

  /** As the owner, as the superuser, and as a superuser whose ordinary triggers do not fire. */
  async function attempts(...statements: string[]): Promise<string[]> {
    const replica = ['SET LOCAL session_replication_role = replica', ...statements]
    return [await attempt(owner, statements), await attempt(superuser, statements), await attempt(superuser, replica)]
  }

  /** A place in the list of a certificate that none has: theirs are drawn by lot, and they are fewer than these. */
  const FREE_INDEX = `SELECT min(i) FROM generate_series(0, 999) i
    WHERE NOT EXISTS (SELECT FROM certificates o WHERE o.status_list_id = c.status_list_id AND o.status_index = i)`
  const always = (code: string) => [code, code, code]
  const copyOf = (state: keyof Scene, changes: string) =>
    `INSERT INTO certificates SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'serial', 'COPY', 'serial_key', 'C0PY', 'status_index', (${FREE_INDEX})) || '${changes}'::jsonb)).* FROM certificates c
     WHERE id = '${idOf(state)}'`

  it('are all there, and fire for whoever asks', async () => {
    const { rows } = await owner.query<{ tgname: string; tgenabled: string }>(
      `SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname`,
    )
    expect(rows.map(({ tgname }) => tgname)).toEqual(expect.arrayContaining(TRIGGERS))
    expect(rows.filter(({ tgenabled }) => tgenabled !== 'A')).toEqual([])
  })

  it.each([
    ['changed', "UPDATE events SET actor = 'nobody'"],
    ['changed to what it is', 'UPDATE events SET actor = actor'],
    ['deleted', "DELETE FROM events WHERE type = 'withdrawn'"],
    ['emptied', 'TRUNCATE events'],
    ['emptied with others', 'TRUNCATE certificate_checks, events CASCADE'],
  ])('history is not %s', async (_how, statement) => {
    expect(await attempts(statement)).toEqual(always(REFUSED))
  })

  it.each([
    ['changed', "UPDATE desk_activities SET actor = 'nobody'"],
    ['deleted', 'DELETE FROM desk_activities'],
    ['emptied', 'TRUNCATE desk_activities'],
  ])('the activity log is not %s', async (_how, statement) => {
    const entry = `INSERT INTO desk_activities (issuer_id, actor, action) SELECT id, 'operator', 'test' FROM issuers`
    expect(await attempts(entry, statement)).toEqual(always(REFUSED))
  })

  it('where from something was done is forgotten after 90 days, and not before, and nothing else with it', async () => {
    const add = (days: number) => `INSERT INTO desk_activities (issuer_id, at, actor, action, address)
      SELECT id, now() - interval '${days} days', 'operator', 'test', '203.0.113.9' FROM issuers LIMIT 1`
    const forget = (also = '') => `UPDATE desk_activities SET address = NULL${also} WHERE action = 'test'`
    expect(await attempts(add(91), forget())).toEqual(always('accepted'))
    expect(await attempts(add(89), forget())).toEqual(always(REFUSED))
    expect(await attempts(add(91), forget(", actor = 'nobody'"))).toEqual(always(REFUSED))
  })

  it('history is not overwritten by an upsert', async () => {
    const upsert = `INSERT INTO events SELECT * FROM events ON CONFLICT (chain_id, sequence) DO UPDATE SET actor = 'nobody'`
    expect(await attempts(upsert)).toEqual(always(REFUSED))
  })

  it.each([
    ['changed', 'UPDATE status_changes SET status_index = status_index + 1'],
    ['changed to what it is', 'UPDATE status_changes SET at = at'],
    ['deleted', 'DELETE FROM status_changes WHERE sequence = 1'],
    ['robbed of its newest', 'DELETE FROM status_changes WHERE sequence = (SELECT max(sequence) FROM status_changes)'],
    ['emptied', 'TRUNCATE status_changes'],
    ['emptied with its list', 'TRUNCATE status_lists CASCADE'],
    [
      'overwritten by an upsert',
      `INSERT INTO status_changes SELECT * FROM status_changes
       ON CONFLICT (list_id, sequence) DO UPDATE SET status_index = 0`,
    ],
  ])('what was set in a status list is not %s', async (_how, statement) => {
    expect((await owner.query('SELECT 1 FROM status_changes')).rowCount).toBeGreaterThan(1)
    expect(await attempts(statement)).toEqual(always(REFUSED))
  })

  it('what was set in a status list grows by one at its end', async () => {
    const next = (sequence: string) =>
      `INSERT INTO status_changes SELECT (jsonb_populate_record(s, jsonb_build_object('sequence', ${sequence}))).*
       FROM status_changes s WHERE sequence = (SELECT max(sequence) FROM status_changes l WHERE l.list_id = s.list_id)`
    expect(await attempts(next('sequence + 1'))).toEqual(always('accepted'))
    expect(await attempts(next('sequence + 2'))).toEqual(always(REFUSED))
    expect(await attempts(next('0'))).toEqual(always(REFUSED))
    expect(await attempts(next('sequence'))).toEqual(always(NOT_UNIQUE))
  })

  it.each([
    ['changed', "UPDATE desk_activities SET actor = 'operator'"],
    ['deleted', 'DELETE FROM desk_activities'],
    ['emptied', 'TRUNCATE desk_activities'],
    ['emptied with others', 'TRUNCATE desk_members, desk_activities CASCADE'],
  ])('what was done at the desk is not %s', async (_how, statement) => {
    const add = `INSERT INTO desk_activities (issuer_id, actor, action) SELECT id, 'user:x', 'key.created' FROM issuers`
    expect(await attempts(add)).toEqual(always('accepted'))
    expect(await attempts(add, statement)).toEqual(always(REFUSED))
  })

  it.each([
    ['another issuer', 'issuer_id = (SELECT id FROM issuers i WHERE i.id <> issuer_id LIMIT 1)'],
    ['another length', 'length = length - 8'],
    ['another order', "seed = 'other'"],
    ['another id', 'id = gen_random_uuid()'],
    ['places that are free again', 'used = used - 1'],
  ])('no status list gets %s', async (_what, change) => {
    expect(await attempts(`UPDATE status_lists SET ${change} WHERE used > 0`)).toEqual(always(REFUSED))
  })

  it('of an erasure only what is left to do changes, and gets less', async () => {
    const add = `INSERT INTO erasures (lineage_id, issuer_id, at, actor, reason, certificates, pending)
      SELECT gen_random_uuid(), id, now(), 'operator', 'test', 1, '{a,b}' FROM issuers LIMIT 1`
    const change = (set: string) => `UPDATE erasures SET ${set} WHERE reason = 'test'`
    expect(await attempts(add, change("pending = '{b}'"), change("pending = '{}', finished_at = now()"))).toEqual(
      always('accepted'),
    )
    const done = change('finished_at = now()')
    for (const set of ["pending = '{a,b,c}'", "pending = '{c}'", 'issuer_id = NULL', "at = 'epoch'", 'replayed = true'])
      expect(await attempts(add, change(set)), set).toEqual(always(REFUSED))
    expect(await attempts(add, done, change('finished_at = NULL'))).toEqual(always(REFUSED))
    const mark = "INSERT INTO erased_marks (kind, mac, lineage_id) SELECT 'serial', 'x', lineage_id FROM erasures"
    expect(await attempts(add, mark, "UPDATE erased_marks SET mac = 'y'")).toEqual(always(REFUSED))
  })

  it('a setting keeps its name', async () => {
    const add = "INSERT INTO service_settings VALUES ('erasure_key', 'x')"
    expect(await attempts(add, "UPDATE service_settings SET key = 'x' WHERE key = 'erasure_key'")).toEqual(
      always(REFUSED),
    )
    expect(await attempts(add, "UPDATE service_settings SET value = 'y'")).toEqual(always('accepted'))
  })

  it.each([
    ['of another hash', "UPDATE import_batches SET file_sha256 = 'x'"],
    ['of another issuer', 'UPDATE import_batches SET issuer_id = gen_random_uuid()'],
    ['with other rows', "UPDATE import_rows SET row_hash = 'x'"],
    [
      'with another’s certificate',
      `UPDATE import_rows SET certificate_id = (SELECT max(id::text)::uuid FROM certificates)`,
    ],
  ])('a file that was issued is not made one %s', async (_what, statement) => {
    const id = idOf('plain')
    const batch = `INSERT INTO import_batches (id, issuer_id, file_sha256) SELECT '${id}', issuer_id, 'a' FROM certificates WHERE id = '${id}'`
    const row = `INSERT INTO import_rows (batch_id, line, row_hash, occurrence, certificate_id) VALUES ('${id}', 2, 'a', 1, '${id}')`
    expect(await attempts(batch, row, statement)).toEqual(always(REFUSED))
    expect(await attempts(batch, row, 'DELETE FROM import_rows', 'DELETE FROM import_batches')).toEqual(
      always('accepted'),
    )
  })

  it('history grows by one at its end', async () => {
    const next = (sequence: string) =>
      `INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', ${sequence}))).* FROM events e
       WHERE chain_id = '${ties.get(scene.plain)?.lineage_id ?? ''}'`
    expect(await attempts(next('sequence + 1'))).toEqual(always('accepted'))
    expect(await attempts(next('sequence + 2'))).toEqual(always(REFUSED))
    expect(await attempts(next('0'))).toEqual(always(REFUSED))
    expect(await attempts(next('sequence'))).toEqual(always(NOT_UNIQUE))
  })

  it.each([
    ['a withdrawn one issued again', 'withdrawn', "status = 'issued'"],
    ['a withdrawn one replaced', 'withdrawn', "status = 'superseded'"],
    ['a superseded one withdrawn', 'replaced', "status = 'withdrawn'"],
    ['a superseded one issued again', 'replaced', "status = 'issued'"],
    ['a time of withdrawal changed', 'withdrawn', "withdrawn_at = withdrawn_at - interval '1 day'"],
    ['a time of withdrawal taken away', 'withdrawn', 'withdrawn_at = NULL'],
    ['a time of withdrawal without one', 'plain', 'withdrawn_at = now()'],
    ['another id', 'plain', 'id = gen_random_uuid()'],
    ['another lineage', 'plain', 'lineage_id = gen_random_uuid()'],
    ['another revision', 'plain', 'revision = 2'],
    ['another serial', 'plain', "serial = 'OTHER'"],
    ['another key of its serial', 'plain', "serial_key = '0THER'"],
    ['another time of issue', 'plain', "issued_at = '2020-01-01Z'"],
    ['another end of validity', 'expired', "expires_at = '2120-01-01Z'"],
    ['another time of record', 'plain', "recorded_at = '2020-01-01Z'"],
    ['another place in its list', 'plain', 'status_index = (status_index + 1) % 131072'],
  ] as const)('no certificate becomes %s', async (_what, state, change) => {
    expect(await attempts(`UPDATE certificates SET ${change} WHERE id = '${idOf(state)}'`)).toEqual(always(REFUSED))
  })

  it('a lineage has one current certificate, its last, and no gap', async () => {
    expect(await attempts(copyOf('plain', '{"revision": 2}'))).toEqual(always(NOT_UNIQUE))
    const supersede = `UPDATE certificates SET status = 'superseded' WHERE id = '${idOf('plain')}'`
    expect(await attempts(supersede)).toEqual(always(REFUSED))
    expect(await attempts(copyOf('plain', '{"revision": 2, "status": "superseded"}'))).toEqual(always(REFUSED))
    const copy = copyOf('plain', '{"revision": 2, "status": "issued"}')
    expect(await attempts(supersede, copy)).toEqual(always('accepted'))
    expect(await attempts(supersede, copyOf('plain', '{"revision": 3}'))).toEqual(always(REFUSED))
    expect(await attempts(supersede, copyOf('plain', '{"revision": 1}'))).toEqual(always(NOT_UNIQUE))
    const elsewhere = ties.get(scene.current)?.issuer_id ?? ''
    expect(await attempts(supersede, copyOf('plain', `{"revision": 2, "issuer_id": "${elsewhere}"}`))).toEqual(
      always(REFUSED),
    )
  })

  it('a lineage goes neither in part nor whole, but when its history says that it was erased', async () => {
    const lineage = ties.get(scene.plain)?.lineage_id ?? ''
    const [id, serial] = [idOf('plain'), scene.plain]
    const parts = ['artifacts', 'signed_forms'].map((table) => `DELETE FROM ${table} WHERE certificate_id = '${id}'`)
    const whole = [...parts, `DELETE FROM certificates WHERE lineage_id = '${lineage}'`]
    const erased = `INSERT INTO events SELECT (jsonb_populate_record(e, '{"type": "erased", "sequence": 2}')).*
      FROM events e WHERE chain_id = '${lineage}'`
    const done = `INSERT INTO desk_activities (issuer_id, actor, action, subject, detail)
      SELECT issuer_id, 'operator', 'test', serial, '{"a": 1}' FROM certificates WHERE id = '${id}'`
    const scrub = (change: string) => `UPDATE desk_activities SET ${change} WHERE subject = '${serial}'`
    expect(await attempts(...whole)).toEqual(always(REFUSED))
    expect(await attempts(whole.at(-1) ?? '')).toEqual(always(REFUSED))
    expect(await attempts(done, scrub('subject = NULL'))).toEqual(always(REFUSED))
    expect(await attempts(erased, done, scrub('subject = NULL'), ...whole)).toEqual(always('accepted'))
    expect(await attempts(erased, done, scrub("subject = NULL, actor = 'nobody'"))).toEqual(always(REFUSED))
    expect(await attempts(erased, done, scrub(`subject = NULL, detail = '{"a": 2}'`))).toEqual(always(REFUSED))
    expect(await attempts(erased, done, scrub("subject = 'another'"))).toEqual(always(REFUSED))
    expect(await attempts(erased, `UPDATE artifacts SET size = 1 WHERE certificate_id = '${id}'`)).toEqual(
      always(REFUSED),
    )
  })

  it('a lineage loses none of its revisions', async () => {
    for (const state of ['current', 'replaced'] as const) {
      const forms = `DELETE FROM signed_forms WHERE certificate_id = '${idOf(state)}'`
      expect(await attempts(forms, `DELETE FROM certificates WHERE id = '${idOf(state)}'`)).toEqual(always(REFUSED))
    }
  })

  it.each([
    ['changed', "UPDATE signed_forms SET vc_jwt = 'x'"],
    ['moved', 'UPDATE signed_forms SET sequence = sequence + 1'],
    ['emptied', 'TRUNCATE signed_forms'],
    ['emptied with the certificates', 'TRUNCATE certificates CASCADE'],
  ])('signed forms are not %s', async (_how, statement) => {
    expect(await attempts(statement)).toEqual(always(REFUSED))
  })

  it('a serial, a place in a status list, an open list and an active key are there once', async () => {
    const { rows } = await owner.query<{ key: string; index: number }>(
      'SELECT serial_key AS key, status_index AS index FROM certificates WHERE id = $1',
      [idOf('expired')],
    )
    const alone = '"lineage_id": "00000000-0000-4000-8000-000000000000", "revision": 1'
    expect(await attempts(copyOf('expired', `{${alone}}`))).toEqual(always('accepted'))
    expect(await attempts(copyOf('expired', `{${alone}, "serial_key": "${rows[0]?.key ?? ''}"}`))).toEqual(
      always(NOT_UNIQUE),
    )
    expect(await attempts(copyOf('expired', `{${alone}, "status_index": ${rows[0]?.index ?? 0}}`))).toEqual(
      always(NOT_UNIQUE),
    )
    const list = `INSERT INTO status_lists (id, issuer_id, length, seed) SELECT gen_random_uuid(), issuer_id, length, 's' FROM status_lists`
    expect(await attempts(list)).toEqual(always(NOT_UNIQUE))
    expect(await attempts('UPDATE status_lists SET used = length', list)).toEqual(always('accepted'))
    const key = `INSERT INTO issuer_signing_keys SELECT (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid(),
      'key_id', k.key_id || 'x', 'state', 'active'))).* FROM issuer_signing_keys k WHERE state = 'active'`
    expect(await attempts(key)).toEqual(always(NOT_UNIQUE))
    const serviceKey = `INSERT INTO service_keys (id, public_jwk, mac, state) SELECT 'other', public_jwk, mac, 'active' FROM service_keys`
    expect(await attempts(serviceKey)).toEqual(always(NOT_UNIQUE))
  })
})
