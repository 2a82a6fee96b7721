/** The tables' owner, who may do everything in the database, but has neither KEY_ENCRYPTION_KEY nor the journal. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { findIssuers } from '@/lib/service/issuers/find-issuers'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { closeDatabase } from '@/lib/store/database/database'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { exampleRow, useServiceDatabase } from '@/test/database/service-database'
import { DOORS, doorsLeftOpen, knock } from '@/test/desk/owner-doors'
import { type Fate, makeVictims, type Victim } from '@/test/desk/owner-scene'
import { TamperedDatabase } from '@/test/tampering/tampered-database'
import { examineJournal } from './examine-journal'
import { replayJournal } from './replay-journal'

const TABLES = [
  ...['certificates', 'signed_forms', 'events', 'issuers', 'issuer_signing_keys', 'service_keys', 'status_changes'],
  ...['erasures', 'erased_marks', 'artifacts'],
]

const service = useServiceDatabase({}, 'owner')
let victims: Record<Fate, Victim>
let database: TamperedDatabase
const saidBefore: Record<string, string> = {}

/** Copies the tables as they are, into a schema beside. */
async function copyTables(): Promise<void> {
  const client = new pg.Client(service.adminUrl)
  await client.connect()
  await client.query('CREATE SCHEMA good')
  for (const table of TABLES) await client.query(`CREATE TABLE good.${table} AS TABLE ${table}`)
  await client.end()
}

beforeAll(async () => {
  victims = await makeVictims(copyTables)
  for (const door of Object.keys(DOORS)) saidBefore[door] = await knock(door, victims.resigned)
  database = await TamperedDatabase.open(service.adminUrl, TABLES)
}, 300_000)

afterEach(async () => {
  await database.restore()
  await database.sql('UPDATE journal_position SET position = 1000, filled = true')
  await database.sql('DELETE FROM journal_marks')
  await database.sql('DELETE FROM journal_refusals')
  await closeDatabase()
})

afterAll(() => database.close())

const asIssued = ({ id }: Victim) => `UPDATE certificates SET status = 'issued', withdrawn_at = NULL,
  withdrawal_reason = NULL, withdrawal_salt = NULL, withdrawal_note = NULL WHERE id = '${id}'`
const unlisted = ({ statusListId }: Victim) => `DELETE FROM status_changes WHERE list_id = '${statusListId}'`
const withoutLast = ({ lineageId }: Victim, type: string) =>
  `DELETE FROM events WHERE chain_id = '${lineageId}' AND type = '${type}'`
const keysOf = ({ issuerId }: Victim) => `SELECT id FROM issuer_signing_keys WHERE issuer_id = '${issuerId}'`

/** Rows put back as they were when all was good. */
function putBack(table: string, where: string): string {
  return `DELETE FROM ${table} WHERE ${where}; INSERT INTO ${table} SELECT * FROM good.${table} WHERE ${where}`
}

const WITHDRAWAL_GONE = (v: Victim) => [withoutLast(v, 'withdrawn'), unlisted(v), asIssued(v)].join(';')

/** What a receipt says was so then, whatever became of the issuer or its keys since. */
const THEN = 'an old receipt'
/** Its bits speak of withdrawn and replaced certificates alone. */
const LIST = 'its status list'

/**
 * What is done to which certificate: each door says afterwards that it cannot be determined, but those that still say
 * what is true.
 */
const ATTACKS: [what: string, fate: Fate, sql: (victim: Victim) => string, open?: string[]][] = [
  ['the withdrawal is taken out of its history, its list and its columns', 'withdrawn', WITHDRAWAL_GONE],
  [
    'all its rows are put back as they were',
    'withdrawn',
    (v) =>
      [
        putBack('events', `chain_id = '${v.lineageId}'`),
        putBack('status_changes', `list_id = '${v.statusListId}'`),
        putBack('certificates', `lineage_id = '${v.lineageId}'`),
      ].join(';'),
  ],
  [
    'a signed event of another history stands in the place of the withdrawal',
    'withdrawn',
    (v) => `UPDATE events e SET (type, at, actor, previous_hash, detail, service_key_id, signature, certificate_id) =
        (SELECT o.type, o.at, o.actor, o.previous_hash, o.detail, o.service_key_id, o.signature, o.certificate_id
         FROM events o WHERE o.chain_id <> '${v.lineageId}' AND o.sequence = 2 AND o.chain = 'lineage' LIMIT 1)
      WHERE e.chain_id = '${v.lineageId}' AND e.sequence = 2; ${unlisted(v)}; ${asIssued(v)}`,
  ],
  [
    'the withdrawal gets a number that is not reached',
    'withdrawn',
    (v) => `UPDATE events SET sequence = 7 WHERE chain_id = '${v.lineageId}' AND sequence = 2;
      ${unlisted(v)}; ${asIssued(v)}`,
  ],
  [
    'the withdrawal is said to be of a later history, and the first entry is doubled',
    'withdrawn',
    (v) => `UPDATE events SET chain_id = gen_random_uuid() WHERE chain_id = '${v.lineageId}' AND sequence = 2;
      INSERT INTO events SELECT * FROM events WHERE chain_id = '${v.lineageId}'; ${unlisted(v)}; ${asIssued(v)}`,
  ],
  [
    'the signature of the first entry stands in the last, which is called by another type',
    'withdrawn',
    (v) => `UPDATE events e SET type = 'resigned', signature = (SELECT signature FROM events f
        WHERE f.chain_id = e.chain_id AND f.sequence = 1) WHERE e.chain_id = '${v.lineageId}' AND e.sequence = 2;
      ${unlisted(v)}; ${asIssued(v)}`,
  ],
  [
    'the whole history is taken away',
    'withdrawn',
    (v) => `DELETE FROM events WHERE chain_id = '${v.lineageId}'; ${unlisted(v)}; ${asIssued(v)}`,
    // Not valid: no record of it is found.
    ['the badge, validated'],
  ],
  [
    'the correction is taken out, with what it made',
    'replaced',
    (v) => `${withoutLast(v, 'corrected')}; ${unlisted(v)};
      DELETE FROM certificates WHERE lineage_id = '${v.lineageId}' AND revision = 2; ${asIssued(v)}`,
  ],
  [
    'the history goes on from before the correction with the withdrawal of another',
    'replaced',
    (v) => `${withoutLast(v, 'corrected')}; ${unlisted(v)};
      DELETE FROM certificates WHERE lineage_id = '${v.lineageId}' AND revision = 2; ${asIssued(v)};
      INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('chain_id', '${v.lineageId}'))).* FROM events e
        WHERE e.type = 'withdrawn'`,
  ],
  [
    'the issuer’s history is taken away, and its column says that it stands',
    'suspended',
    (v) => `DELETE FROM events WHERE chain_id = '${v.issuerId}';
      UPDATE issuers SET suspended = false WHERE id = '${v.issuerId}'`,
    [LIST, THEN],
  ],
  [
    'the end of its key is taken out, and the key is in use again',
    'compromised',
    (v) => `DELETE FROM events WHERE chain_id IN (${keysOf(v)}); DELETE FROM issuer_signing_keys
      WHERE issuer_id = '${v.issuerId}' AND state = 'active';
      UPDATE issuer_signing_keys SET state = 'active' WHERE issuer_id = '${v.issuerId}'`,
    [THEN],
  ],
  [
    'its keys are put back as they were',
    'compromised',
    (v) =>
      `DELETE FROM events WHERE chain_id IN (${keysOf(v)}); ${putBack('issuer_signing_keys', `issuer_id = '${v.issuerId}'`)}`,
    [THEN],
  ],
  [
    'a key that was compromised is only retired',
    'compromised',
    (v) => `DELETE FROM events WHERE chain_id IN (${keysOf(v)});
      UPDATE issuer_signing_keys SET state = 'retired' WHERE issuer_id = '${v.issuerId}' AND state = 'compromised'`,
    [LIST, THEN],
  ],
  [
    'the second signature is taken out',
    'resigned',
    (v) => `${withoutLast(v, 'resigned')}; DELETE FROM signed_forms WHERE certificate_id = '${v.id}' AND sequence = 2`,
    [LIST],
  ],
]

it('with nothing taken out, every door answers', () => {
  const silent = ['unavailable', 'not_found', 'null', '']
  expect(Object.entries(saidBefore).filter(([, said]) => silent.includes(said))).toEqual([])
})

describe('whatever is taken out of the database that the journal knows', () => {
  it.each(ATTACKS)('%s (%s): no door gives a verdict', async (_what, fate, sql, open = []) => {
    await compareAgain()
    await database.sql(sql(victims[fate]))
    expect(await doorsLeftOpen(victims[fate], open)).toEqual([])
    await closeDatabase()
    expect(await knock('the check by serial', victims[fate]), 'after a restart').toBe('unavailable')
    expect(await examineJournal({ whole: true })).toContainEqual(expect.objectContaining({ result: 'bad' }))
  })

  /** What may be done to what the database keeps of the journal. */
  const MARKS: [what: string, sql: string[]][] = [
    ['is left as it is', []],
    ['starts anew', ['UPDATE journal_position SET position = 0', 'DELETE FROM journal_marks']],
    ['is far ahead', ['UPDATE journal_position SET position = 1000000', 'UPDATE journal_marks SET bytes = 1000000000']],
    ['claims the end of every file', ['UPDATE journal_marks SET bytes = bytes + 100000']],
    ['says that it was never filled', ['UPDATE journal_position SET filled = false']],
    [
      'says that a replay has refused what is missing',
      ["INSERT INTO journal_refusals (record) SELECT 'event-' || x FROM repeat('a', 64) x"],
    ],
    ['is gone', ['DELETE FROM journal_position', 'DELETE FROM journal_marks', 'DELETE FROM journal_outbox']],
  ]

  it.each(MARKS)('what the database keeps of the journal %s: nothing is verified', async (_what, marks) => {
    await compareAgain()
    await database.sql(WITHDRAWAL_GONE(victims.withdrawn))
    for (const sql of marks) await database.sql(sql)
    const said = async () => knock('the check by serial', victims.withdrawn)
    expect(await said(), 'running').toBe('unavailable')
    await compareAgain()
    expect(await said(), 'compared again').toBe('unavailable')
    await closeDatabase()
    expect(await said(), 'restarted').toBe('unavailable')
    if (marks.some((sql) => sql.includes('DELETE FROM journal_position')))
      await database.sql('INSERT INTO journal_position (id, position) VALUES (1, 1000)')
  })

  it('a person who was erased, put back whole: nobody sees them', async () => {
    const { erased } = victims
    const { lineageId, id } = erased
    await database.sql(
      [
        putBack('certificates', `lineage_id = '${lineageId}'`),
        putBack('signed_forms', `certificate_id = '${id}'`),
        putBack('artifacts', `certificate_id = '${id}'`),
        putBack('events', `chain_id = '${lineageId}'`),
        putBack('status_changes', `list_id = '${erased.statusListId}'`),
        `DELETE FROM erasures WHERE lineage_id = '${lineageId}'`,
        `DELETE FROM erased_marks WHERE lineage_id = '${lineageId}'`,
      ].join(';'),
    )
    // Its receipts and passports are gone, and so are its files.
    const gone = ['an old receipt', 'a passport', 'a passport’s own page']
    expect(await doorsLeftOpen(erased, gone)).toEqual([])
    expect(await knock('an old receipt', erased)).toBe('null')
  })

  it('of an issuer whose suspension is gone: neither directory nor profile, and nothing is issued or corrected', async () => {
    const { slug, issuerId, serial } = victims.suspended
    await database.sql(`DELETE FROM events WHERE chain_id = '${issuerId}';
      UPDATE issuers SET suspended = false WHERE id = '${issuerId}'`)
    await expect(findIssuers(slug, null, 10)).rejects.toMatchObject(undetermined)
    await expect(getIssuerProfile(slug)).rejects.toMatchObject(undetermined)
    await expect(issueCertificates(issuerId, [exampleRow()], 'test')).rejects.toMatchObject(undetermined)
    const change = correctCertificate(serial, { fullName: 'Else' }, { reason: 'n', actor: 'test' })
    await expect(change).rejects.toMatchObject(undetermined)
  })

  it('of a key whose end is gone: it is not published, and signs nothing', async () => {
    const { issuerId } = victims.compromised
    await database.sql(`DELETE FROM events WHERE chain_id IN (${keysOf(victims.compromised)});
      ${putBack('issuer_signing_keys', `issuer_id = '${issuerId}'`)}`)
    await expect(getIssuerKeys(issuerId)).rejects.toMatchObject(undetermined)
    await expect(issueCertificates(issuerId, [exampleRow()], 'test')).rejects.toMatchObject(undetermined)
  })

  it('an older good row of a service key, with its private half: it signs nothing, and what it signed still counts', async () => {
    await database.sql(putBack('service_keys', 'true'))
    await expect(giveReceipt(victims.replaced.serial, null)).rejects.toMatchObject(undetermined)
    const { issuerId } = victims.replaced
    await expect(issueCertificates(issuerId, [exampleRow()], 'test')).rejects.toMatchObject(undetermined)
  })

  it('bits of a status list and the columns alone: the list is not given, and nothing is verified', async () => {
    await database.sql(`${unlisted(victims.withdrawn)}; ${asIssued(victims.withdrawn)}`)
    expect(await knock('its status list', victims.withdrawn)).toBe('unavailable')
    expect(await knock('the check by serial', victims.withdrawn)).toBe('200 invalid')
  })

  it('nothing is built on it, and a replay brings it back', async () => {
    const { serial } = victims.withdrawn
    await database.sql(WITHDRAWAL_GONE(victims.withdrawn))
    const again = withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    await expect(again).rejects.toMatchObject(undetermined)
    expect(await replayJournal()).toMatchObject({ refused: [] })
    expect(await knock('the check by serial', victims.withdrawn)).toBe('200 withdrawn')
    expect(await knock('its status list', victims.withdrawn)).toContain('BitstringStatusList')
  })
})

describe('whatever stands in the way of reading it', () => {
  it.each([
    [
      'a view without withdrawals',
      'ALTER TABLE events RENAME TO events_aside',
      "CREATE VIEW events AS SELECT * FROM events_aside WHERE type <> 'withdrawn'",
      'DROP VIEW events',
      'ALTER TABLE events_aside RENAME TO events',
    ],
    [
      'a policy that hides withdrawals',
      "CREATE POLICY hidden ON events USING (type <> 'withdrawn')",
      'ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
      'DROP POLICY hidden ON events',
      'ALTER TABLE events DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY',
    ],
  ])('%s', async (_what, first, second, ...undo) => {
    await compareAgain()
    for (const sql of [first, second, asIssued(victims.withdrawn)]) await database.sql(sql)
    try {
      expect(await knock('the check by serial', victims.withdrawn)).toBe('unavailable')
    } finally {
      for (const sql of undo) await database.sql(sql)
    }
  })
})

const undetermined = { code: 'unavailable' }
