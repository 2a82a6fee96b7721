import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useDnsServer } from '@/test/network/dns-server'
import { startDomainChecks } from './daily-domain-checks'

const database = useServiceDatabase()
const dns = useDnsServer()
const PACE = { firstMs: 1, everyMs: 20 }
let issuer: StoredIssuer

beforeAll(() => setEnv({ ...env(), DNS_RESOLVERS: [dns.address] }))
beforeEach(async () => {
  await workingPool().query(`UPDATE issuers SET assurance = 'none'`)
  issuer = await mintIssuer({ attested: false })
  const { name, value } = domainRecord(issuer)
  dns.zone.set(name, { txt: [value] })
  await verifyIssuerDomain(issuer.slug, null)
  // As if that had been yesterday.
  await database.asOwner(`
    ALTER TABLE domain_checks DISABLE TRIGGER domain_checks_append_only;
    UPDATE domain_checks SET at = at - interval '1 day';
    ALTER TABLE domain_checks ENABLE ALWAYS TRIGGER domain_checks_append_only`)
})

async function checks(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM domain_checks WHERE issuer_id = $1',
    [issuer.id],
  )
  return rows[0]?.count ?? 0
}

it('asks for a record again while the server runs, once a day however often it looks, and stops', async () => {
  const before = dns.asked.length
  const stop = startDomainChecks(PACE)
  await expect.poll(checks).toBe(2)
  const { name } = domainRecord(issuer)
  // Whoever is not answered within seconds asks the same once more.
  expect(new Set(dns.asked.slice(before))).toEqual(new Set([name]))
  await stop()
  expect(await checks()).toBe(2)
})

it('goes on after a turn that failed, and says so', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  await database.asOwner('ALTER TABLE domain_checks RENAME TO aside')
  const stop = startDomainChecks(PACE)
  try {
    await expect
      .poll(() => warned.mock.calls.map(([, sentence]) => sentence))
      .toContain('the domains of issuers could not be asked for again')
    await database.asOwner('ALTER TABLE aside RENAME TO domain_checks')
    await expect.poll(checks).toBe(2)
  } finally {
    warned.mockRestore()
    await stop()
  }
})

it('asks nothing once it is stopped before its first turn', async () => {
  const before = dns.asked.length
  await startDomainChecks(PACE)()
  expect([await checks(), dns.asked.length]).toEqual([1, before])
})
