import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseEnv } from '@/lib/env'
import { checkReach, loadReach } from './reach'

const database = (name: string) => fileURLToPath(new URL(`../../../test/data/geoip/${name}.mmdb`, import.meta.url))
const SERVED = {
  SERVED_COUNTRIES: 'gb,SE,US',
  GEOIP_COUNTRY_DB: database('GeoLite2-Country-Test'),
  GEOIP_ANONYMOUS_DB: database('GeoIP2-Anonymous-IP-Test'),
}
const ASN = { GEOIP_ASN_DB: database('GeoLite2-ASN-Test'), HOSTING_ASNS: '29518' }

describe('reach', () => {
  afterAll(() => loadReach(parseEnv({})))

  describe('with served countries', () => {
    beforeAll(() => loadReach(parseEnv(SERVED)))

    it.each([
      ['2.125.160.216', 'served', 'GB'],
      ['89.160.20.112', 'served', 'SE'],
      ['216.160.83.56', 'served', 'US'],
      ['2001:218:0:0:0:0:0:1', 'elsewhere', 'JP'],
      ['81.2.69.160', 'elsewhere', 'GB, but every kind of proxy'],
      ['71.160.223.1', 'elsewhere', 'a hosting provider'],
      ['175.16.199.1', 'elsewhere', 'not in the country database'],
      ['127.0.0.1', 'elsewhere', 'loopback'],
      ['not an address', 'elsewhere', 'garbage'],
    ])('%s is %s: %s', (address, answer) => expect(checkReach(address)).toBe(answer))
  })

  it('keeps out the hosting providers that were named', async () => {
    await loadReach(parseEnv({ ...SERVED, ...ASN }))
    expect(checkReach('89.160.20.112')).toBe('elsewhere')
    expect(checkReach('216.160.83.56')).toBe('served')
  })

  it('lets everybody in when nothing is configured', async () => {
    await loadReach(parseEnv({}))
    expect(checkReach('2001:218:0:0:0:0:0:1')).toBe('served')
  })

  describe('refuses to start', () => {
    it.each([
      ['no country database', { ...SERVED, GEOIP_COUNTRY_DB: '' }, /GEOIP_COUNTRY_DB/],
      ['no anonymous database', { ...SERVED, GEOIP_ANONYMOUS_DB: '' }, /GEOIP_ANONYMOUS_DB/],
      ['a file that is not there', { ...SERVED, GEOIP_COUNTRY_DB: '/nowhere.mmdb' }, /GEOIP_COUNTRY_DB/],
      ['the wrong kind', { ...SERVED, GEOIP_COUNTRY_DB: SERVED.GEOIP_ANONYMOUS_DB }, /another kind/],
      ['hosting numbers without a database', { ...SERVED, HOSTING_ASNS: '29518' }, /GEOIP_ASN_DB/],
    ])('with %s', (_, source, sentence) => expect(loadReach(parseEnv(source))).rejects.toThrow(sentence))

    it('with a broken or truncated database', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'geoip-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const whole = await readFile(SERVED.GEOIP_COUNTRY_DB)
      for (const bytes of [Buffer.alloc(0), Buffer.from('no database'), whole.subarray(0, 2000)]) {
        const path = join(folder, 'broken.mmdb')
        await writeFile(path, bytes)
        await expect(loadReach(parseEnv({ ...SERVED, GEOIP_COUNTRY_DB: path }))).rejects.toThrow(/GEOIP_COUNTRY_DB/)
      }
    })
  })
})
