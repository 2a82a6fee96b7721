import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '@/lib/errors'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { verdictOn } from '@/test/verdicts'
import { TamperedDatabase } from './tampered-database'

async function outcome(serial: string): Promise<string> {
  const verdict = await verdictOn(serial)
  return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
}

/** How many keys of an issuer are published, or that nobody can say. */
async function publishedKeys(issuerId: string): Promise<number | 'unavailable'> {
  return getIssuerKeys(issuerId).then(
    ({ keys }) => keys.length,
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'unavailable') return 'unavailable'
      throw error
    },
  )
}

const TABLES = ['events', 'issuer_signing_keys', 'certificates', 'signed_forms'] as const
const ENDED = `chain = 'key' AND type = 'compromised'`
const OF = (algorithm: string) => `chain_id IN (SELECT id FROM issuer_signing_keys WHERE algorithm = '${algorithm}')`

describe('a compromise against somebody who may write everything but knows no key', () => {
  const service = useServiceDatabase()
  let database: TamperedDatabase
  let issuer: StoredIssuer
  let [early, late] = ['', '']
  beforeAll(async () => {
    issuer = await mintIssuer()
    early = await issueOne(issuer)
    late = await issueOne(issuer)
    const [key] = (await listSigningKeys(issuer.slug)).keys
    const { rows } = await workingPool().query<{ at: Date }>(
      'SELECT recorded_at AS at FROM certificates WHERE serial = $1',
      [late],
    )
    await compromiseIssuerKey(issuer.slug, key?.id ?? '', rows[0]?.at.getTime() ?? 0, 'test')
    await resignCertificates(issuer.slug, 'test')
    database = await TamperedDatabase.open(service.adminUrl, TABLES)
  })
  afterAll(() => database.close())

  it('starts from a genuine certificate that was signed again, and one that nobody can rely on', async () => {
    expect([await outcome(early), await outcome(late)]).toEqual(['verified', 'invalid'])
  })

  it.each([
    ['the ES256 key’s event is deleted', `DELETE FROM events WHERE ${ENDED} AND ${OF('ES256')}`],
    ['the Ed25519 key’s event is deleted', `DELETE FROM events WHERE ${ENDED} AND ${OF('EdDSA')}`],
    ['both events are deleted', `DELETE FROM events WHERE ${ENDED}`],
    ['the moment is moved', `UPDATE events SET detail = '{"since":4102444800000}' WHERE ${ENDED}`],
    ['the detail is emptied', `UPDATE events SET detail = NULL WHERE ${ENDED}`],
    ['it becomes a retirement', `UPDATE events SET type = 'retired', detail = '{"pair":null}' WHERE ${ENDED}`],
    ['the states become retired', `UPDATE issuer_signing_keys SET state = 'retired' WHERE state = 'compromised'`],
    ['the states become active', `UPDATE issuer_signing_keys SET state = 'active' WHERE state = 'compromised'`],
    [
      'the ES256 key’s event and state are put back',
      `DELETE FROM events WHERE ${ENDED} AND ${OF('ES256')};
       UPDATE issuer_signing_keys SET state = 'active' WHERE state = 'compromised' AND algorithm = 'ES256'`,
    ],
    [
      'the events and states of both are put back',
      `DELETE FROM events WHERE ${ENDED}; UPDATE issuer_signing_keys SET state = 'active' WHERE state = 'compromised'`,
    ],
    ['its own signing is dated back', `UPDATE events SET at = '2020-01-01Z' WHERE type = 'issued'`],
    ['the keys’ events belong to other keys', `UPDATE events SET chain_id = gen_random_uuid() WHERE ${ENDED}`],
    [
      'it has the forms of the one that was signed again',
      `UPDATE signed_forms f SET vc_jwt = o.vc_jwt, open_badge_jsonld = o.open_badge_jsonld, open_badge_jwt = o.open_badge_jwt
       FROM signed_forms o WHERE f.sequence = 1 AND o.sequence = 2`,
    ],
    [
      'its JSON-LD form names a new key',
      `UPDATE signed_forms SET open_badge_jsonld = replace(open_badge_jsonld, '#z6Mk', '#z')`,
    ],
  ])('verifies nothing when %s', async (_what, sql) => {
    await database.sql(sql)
    expect(['invalid', 'unavailable']).toContain(await outcome(late))
    const published = await publishedKeys(issuer.id)
    await database.restore()
    // What stays published was so before; nothing is, where the history is behind its journal.
    expect(published === 'unavailable' || published >= 2).toBe(true)
    expect([await outcome(early), await outcome(late)]).toEqual(['verified', 'invalid'])
  })

  it.each([
    ['the signing again is deleted', `DELETE FROM events WHERE type = 'resigned'`],
    ['its forms are deleted', 'DELETE FROM signed_forms WHERE sequence = 2'],
    ['the first signing is deleted', `DELETE FROM events WHERE type = 'issued'`],
    ['it is turned into an issue', `UPDATE events SET type = 'issued' WHERE type = 'resigned'`],
  ])('does not believe the one that was signed again when %s', async (_what, sql) => {
    await database.sql(sql)
    expect(['invalid', 'unavailable']).toContain(await outcome(early))
    await database.restore()
  })
})
