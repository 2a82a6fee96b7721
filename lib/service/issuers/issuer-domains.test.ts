import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { env, setEnv } from '@/lib/env'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { examineDomains } from '@/lib/service/doctor/examine-issuers'
import { workingPool } from '@/lib/store/database/database'
import { findActivities } from '@/lib/store/desk/activities'
import { findDueDomains } from '@/lib/store/issuers/domain-checks'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { useDnsServer } from '@/test/network/dns-server'
import { domainRecord } from './domain-record'
import { getIssuer } from './get-issuer'
import { getIssuerProfile } from './get-issuer-profile'
import { recheckDomains } from './recheck-domains'
import { verifyIssuerDomain } from './verify-issuer-domain'

describe('the domain of an issuer', () => {
  const database = useServiceDatabase()
  const dns = useDnsServer()
  let issuer: StoredIssuer
  let record: { name: string; value: string }

  beforeAll(() => setEnv({ ...env(), DNS_RESOLVERS: [dns.address] }))
  beforeEach(async () => {
    dns.zone.clear()
    await workingPool().query(`UPDATE issuers SET assurance = 'none'`) // those of earlier tests are due no more
    issuer = await mintIssuer({ attested: false })
    record = domainRecord(issuer)
  })

  const publish = () => dns.zone.set(record.name, { txt: ['v=spf1 -all', record.value] })
  const labelNow = async () => assuranceLabel(issuer.domain, await getIssuer(issuer.slug))
  const labelOf = async (serial: string) => (await verifyCertificate(serial, { counted: false }))?.judgement.certificate
  const actions = async () => (await findActivities(issuer.id, null, 20)).map(({ action }) => action).reverse()

  /** As if every check so far had been made so many days earlier: the guard is what keeps anybody else from that. */
  async function letPass(days: number): Promise<void> {
    const earlier = `UPDATE domain_checks SET at = at - ${days} * interval '1 day'`
    await withoutGuards(database.adminUrl, 'domain_checks', earlier)
  }

  it('is verified by its record, and certificates carry it from then on', async () => {
    const before = await issueOne(issuer)
    publish()
    expect((await verifyIssuerDomain(issuer.slug, null)).assurance).toBe('verified')
    expect(await labelNow()).toBe('Domain verified')
    const after = await issueOne(issuer)
    expect(await labelOf(before)).toMatchObject({ content: { verifiedDomain: '' } })
    expect(await labelOf(after)).toMatchObject({
      content: { verifiedDomain: issuer.domain },
      issuer: { assurance: 'verified' },
    })
    expect(await actions()).toEqual(['issuer.domain_verified'])
  })

  it.each([
    ['no such name', () => dns.zone.clear()],
    ['no record', () => dns.zone.set(record.name, { txt: [] })],
    [
      'the record of another',
      () => dns.zone.set(record.name, { txt: [`issuer=did:web:verify.test:issuers:${randomUUID()}`] }),
    ],
    ['the record with more in it', () => dns.zone.set(record.name, { txt: [`${record.value} `] })],
  ])('is refused for %s, with what to publish', async (_, set) => {
    set()
    await expect(verifyIssuerDomain(issuer.slug, null)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(`${record.name} TXT "${record.value}"`) as string,
    })
    expect(await labelNow()).toBe('Domain not verified')
  })

  it('is not decided where no name server answers', async () => {
    dns.zone.set(record.name, 'servfail')
    await expect(verifyIssuerDomain(issuer.slug, null)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await labelNow()).toBe('Domain not verified')
  })

  it('lapses on the third day without its record, and is verified again with it', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    const serial = await issueOne(issuer)
    expect(await recheckDomains()).toEqual([]) // seen today
    dns.zone.clear()
    for (const [day, after] of [
      [1, 'verified'],
      [2, 'verified'],
      [3, 'lapsed'],
    ] as const) {
      await letPass(1)
      expect([day, await recheckDomains()]).toEqual([
        day,
        [{ slug: issuer.slug, domain: issuer.domain, result: 'absent', before: 'verified', after }],
      ])
      expect(await recheckDomains()).toEqual([]) // once a day
    }
    expect(await labelNow()).toBe('Domain check lapsed')
    expect(await labelOf(serial)).toMatchObject({
      content: { verifiedDomain: issuer.domain },
      issuer: { assurance: 'lapsed' },
    })
    expect(await labelOf(await issueOne(issuer))).toMatchObject({ content: { verifiedDomain: '' } })
    expect((await examineDomains())[0]).toMatchObject({ id: 'domains', result: 'warning' })
    publish()
    await letPass(1)
    expect(await recheckDomains()).toMatchObject([{ result: 'seen', before: 'lapsed', after: 'verified' }])
    expect(await labelNow()).toBe('Domain verified')
    expect(await actions()).toEqual(['issuer.domain_verified', 'issuer.domain_lapsed', 'issuer.domain_verified'])
  })

  it('does not lapse because no name server answers, however long', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    for (const answer of ['servfail', 'refused', 'servfail', 'servfail'] as const) {
      dns.zone.set(record.name, answer)
      await letPass(1)
      expect(await recheckDomains()).toMatchObject([{ result: 'unanswered', after: 'verified' }])
      expect(await recheckDomains()).toEqual([]) // not within the hour
    }
    expect(await labelNow()).toBe('Domain verified')
  })

  it('is said to be in doubt once no name server has answered for thirty days, and no more once one does', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    const sightings = async () => {
      const answer = await getIssuerProfile(issuer.slug)
      return answer?.kind === 'profile' ? answer.profile.domainCheck : null
    }
    const bad = async () => (await examineDomains()).filter(({ result }) => result === 'bad')
    dns.zone.set(record.name, 'servfail')
    await letPass(29)
    expect([await bad(), (await sightings())?.unansweredSince]).toEqual([[], null])
    await letPass(2)
    expect((await sightings())?.unansweredSince).not.toBeNull()
    expect(await bad()).toMatchObject([{ id: 'domains', message: expect.stringContaining(issuer.domain) as string }])
    const { lastSeenAt, unansweredSince } = (await sightings()) ?? {}
    expect(unansweredSince).toEqual(lastSeenAt)
    expect(await labelNow()).toBe('Domain verified')
    publish()
    await letPass(1)
    await recheckDomains()
    expect([await bad(), (await sightings())?.unansweredSince]).toEqual([[], null])
  })

  it('is not in doubt because this service has not asked for long', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    await letPass(40)
    const answer = await getIssuerProfile(issuer.slug)
    expect(answer).toMatchObject({ profile: { domainCheck: { method: 'dns', unansweredSince: null } } })
    expect(await examineDomains()).toMatchObject([{ result: 'good' }])
  })

  it('begins anew when the record is seen in between', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    for (const published of [false, false, true, false, false]) {
      if (published) publish()
      else dns.zone.clear()
      await letPass(1)
      expect(await recheckDomains()).toMatchObject([{ after: 'verified' }])
    }
  })

  it('is asked for once, of two processes that begin together', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    await letPass(1)
    const asked = dns.asked.length
    const both = await Promise.all([recheckDomains(), recheckDomains()])
    expect(both.flat()).toHaveLength(1)
    expect(dns.asked.length).toBe(asked + 1)
  })

  it('is asked for though another could not be, which is said at the end', async () => {
    const issuers = [issuer]
    for (let more = 0; more < 5; more++) issuers.push(await mintIssuer({ attested: false }))
    for (const one of issuers) {
      const { name, value } = domainRecord(one)
      dns.zone.set(name, { txt: [value] })
      await verifyIssuerDomain(one.slug, null)
    }
    await letPass(1)
    const [failing = ''] = await findDueDomains()
    const { domain } = await getIssuer(failing)
    await database.asOwner(`ALTER TABLE domain_checks ADD CONSTRAINT refused CHECK (domain <> '${domain}') NOT VALID`)
    try {
      await expect(recheckDomains()).rejects.toMatchObject({ code: '23514' })
      expect(await findDueDomains()).toEqual([failing])
    } finally {
      await database.asOwner('ALTER TABLE domain_checks DROP CONSTRAINT refused')
    }
    expect(await recheckDomains()).toMatchObject([{ slug: failing, result: 'seen' }])
  })

  it('attested, is never asked for', async () => {
    await verifyIssuerDomain(issuer.slug, 'By telephone, on the number of the ministry’s register.')
    expect(await labelNow()).toBe('Domain attested')
    expect(await recheckDomains()).toEqual([])
    expect(await actions()).toEqual(['issuer.domain_attested'])
    expect(JSON.stringify(await findActivities(issuer.id, null, 20))).not.toContain('telephone')
  })

  /** A sighting that the attacker writes, with the highest number there is. */
  const sighting = (at: string) => `INSERT INTO domain_checks (id, issuer_id, domain, at, result)
    OVERRIDING SYSTEM VALUE VALUES (9223372036854775807, '${issuer.id}', '${issuer.domain}', ${at}, 'seen')`

  it('is not kept by a sighting that someone dates ahead', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    await expect(workingPool().query(sighting("'9999-01-01'"))).rejects.toMatchObject({ code: '23001' })
    // As it stands where it was written before that was refused.
    await withoutGuards(database.adminUrl, 'domain_checks', sighting("'9999-01-01'"))
    dns.zone.clear()
    for (const after of ['verified', 'verified', 'lapsed']) {
      await letPass(1)
      expect(await recheckDomains()).toMatchObject([{ result: 'absent', after }])
    }
    const answer = await getIssuerProfile(issuer.slug)
    expect(answer?.kind === 'profile' && answer.profile.domainCheck?.lastSeenAt?.getFullYear()).toBeLessThan(3000)
    await withoutGuards(database.adminUrl, 'domain_checks', 'DELETE FROM domain_checks WHERE id = 9223372036854775807')
  })

  it('is not kept by a sighting of today for more than the days that any gives, whatever its number', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    await workingPool().query(sighting('clock_timestamp()'))
    dns.zone.clear()
    for (const after of ['verified', 'verified', 'lapsed']) {
      await letPass(1)
      expect(await recheckDomains()).toMatchObject([{ result: 'absent', after }])
    }
    await withoutGuards(database.adminUrl, 'domain_checks', 'DELETE FROM domain_checks WHERE id = 9223372036854775807')
  })

  it('keeps what every check came to', async () => {
    publish()
    await verifyIssuerDomain(issuer.slug, null)
    for (const change of [
      `UPDATE domain_checks SET result = 'absent'`,
      'DELETE FROM domain_checks',
      'TRUNCATE domain_checks',
    ])
      await expect(database.asOwner(change)).rejects.toMatchObject({ code: '23001' })
  })
})
