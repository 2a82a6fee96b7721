/** Who may write to the database, but holds no key, says that an issuer is suspended, or that it is not. */
import { describe, expect, it } from 'vitest'
import { examineIssuerRecords } from '@/lib/service/doctor/examine-issuers'
import { workingPool } from '@/lib/store/database/database'
import { readHistory } from '@/lib/store/evidence/event-log'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { verdictOn } from '@/test/verdicts'
import { setIssuerStanding } from './set-issuer-standing'

describe('the standing of an issuer whose column was written by someone else', () => {
  const database = useServiceDatabase()

  const say = ({ id }: StoredIssuer, suspended: boolean) =>
    workingPool().query('UPDATE issuers SET suspended = $2 WHERE id = $1', [id, suspended])
  const eventsOf = async ({ id }: StoredIssuer) => (await readHistory(id)).map(({ type }) => type)
  const statusOf = async (serial: string) => {
    const verdict = await verdictOn(serial)
    return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
  }
  const set = ({ slug }: StoredIssuer, standing: 'good' | 'suspended') => setIssuerStanding(slug, standing, 'test')
  const badRecords = async () =>
    (await examineIssuerRecords()).filter(({ result }) => result === 'bad').map(({ message }) => message)

  it('is brought into line where it says suspended, and nothing is signed that never happened', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    await say(issuer, true)
    expect(await badRecords()).toEqual([expect.stringContaining(`certs issuer resume ${issuer.slug}`)])
    expect(await set(issuer, 'good')).toMatchObject({ suspended: false })
    expect([await eventsOf(issuer), await statusOf(serial), await badRecords()]).toEqual([[], 'verified', []])
    await expect(set(issuer, 'good')).rejects.toMatchObject({ code: 'malformed' })
  })

  it('is brought into line where it says good', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    await set(issuer, 'suspended')
    await say(issuer, false)
    expect(await badRecords()).toEqual([expect.stringContaining(`certs issuer suspend ${issuer.slug}`)])
    expect(await set(issuer, 'suspended')).toMatchObject({ suspended: true })
    expect([await eventsOf(issuer), await statusOf(serial), await badRecords()]).toEqual([
      ['suspended'],
      'issuer_suspended',
      [],
    ])
    await set(issuer, 'good')
    expect([await eventsOf(issuer), await statusOf(serial)]).toEqual([['suspended', 'resumed'], 'verified'])
  })

  it('is what its history says when the operator changes it', async () => {
    const [good, bad] = [await mintIssuer(), await mintIssuer()]
    const [ofGood, ofBad] = [await issueOne(good), await issueOne(bad)]
    await set(bad, 'suspended')
    await say(good, true)
    await say(bad, false)
    await set(good, 'suspended')
    await set(bad, 'good')
    expect([await eventsOf(good), await statusOf(ofGood)]).toEqual([['suspended'], 'issuer_suspended'])
    expect([await eventsOf(bad), await statusOf(ofBad)]).toEqual([['suspended', 'resumed'], 'verified'])
  })

  it('lets nothing be issued while it and the history disagree, nor by a suspended issuer', async () => {
    const [good, bad] = [await mintIssuer(), await mintIssuer()]
    await set(bad, 'suspended')
    await say(good, true)
    await say(bad, false)
    await expect(issueOne(good)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(issueOne(bad)).rejects.toMatchObject({ code: 'malformed' })
    await set(good, 'good')
    await set(bad, 'good')
    expect(await statusOf(await issueOne(good))).toBe('verified')
    expect(await statusOf(await issueOne(bad))).toBe('verified')
  })

  it('is not built on where its history was tampered with', async () => {
    const issuer = await mintIssuer()
    await set(issuer, 'suspended')
    await database.asOwner(`
      ALTER TABLE events DISABLE TRIGGER events_append_only;
      UPDATE events SET actor = 'forged' WHERE chain_id = '${issuer.id}';
      ALTER TABLE events ENABLE ALWAYS TRIGGER events_append_only`)
    await expect(set(issuer, 'good')).rejects.toMatchObject({ message: expect.stringContaining('history') as string })
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    expect([await eventsOf(issuer), await badRecords()]).toEqual([
      ['suspended'],
      [expect.stringContaining(`history of the issuer ${issuer.slug}`)],
    ])
  })
})
