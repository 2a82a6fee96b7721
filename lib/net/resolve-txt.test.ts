import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { useDnsServer } from '@/test/network/dns-server'
import { resolveTxt } from './resolve-txt'

const NAME = '_certificate-verification.northshore.example'

describe('resolveTxt', () => {
  const dns = useDnsServer()
  const before = env()
  beforeAll(() => setEnv(parseEnv({ DNS_RESOLVERS: dns.address })))
  afterAll(() => setEnv(before))

  it.each([
    ['one record', ['issuer=did:web:a'], ['issuer=did:web:a']],
    ['several records', ['v=spf1 -all', 'issuer=did:web:a'], ['v=spf1 -all', 'issuer=did:web:a']],
    ['one record of several strings', [['issuer=did:', 'web:', 'a']], ['issuer=did:web:a']],
    ['an empty record', [''], ['']],
  ])('%s', async (_, txt, expected) => {
    dns.zone.set(NAME, { txt })
    expect((await resolveTxt(NAME)).sort()).toEqual([...expected].sort())
  })

  it('follows a CNAME', async () => {
    dns.zone.set(NAME, { cname: 'records.elsewhere.example' }).set('records.elsewhere.example', { txt: ['here'] })
    expect(await resolveTxt(NAME)).toEqual(['here'])
  })

  it('no such name, and a name without such a record: there are none', async () => {
    dns.zone.set(NAME, 'nxdomain')
    expect(await resolveTxt(NAME)).toEqual([])
    dns.zone.set(NAME, { txt: [] })
    expect(await resolveTxt(NAME)).toEqual([])
  })

  it.each(['servfail', 'refused', 'silent'] as const)('%s: nothing is known', async (answer) => {
    dns.zone.set(NAME, answer)
    await expect(resolveTxt(NAME)).rejects.toThrow()
  })

  it('a CNAME whose end does not answer: nothing is known', async () => {
    dns.zone.set(NAME, { cname: 'records.elsewhere.example' }).set('records.elsewhere.example', 'servfail')
    await expect(resolveTxt(NAME)).rejects.toThrow()
  })
})

describe('DNS_RESOLVERS', () => {
  it.each(['10.0.0.53', '10.0.0.53:5353', '[fd00::53]:53', '[fd00::53]', '10.0.0.53:53, [::1]:53'])(
    'takes %s',
    (text) => {
      expect(parseEnv({ DNS_RESOLVERS: text }).DNS_RESOLVERS.length).toBeGreaterThan(0)
    },
  )

  it.each(['dns.example', '10.0.0.53:0', '10.0.0.53:65536', 'fd00::53', '[fd00::53', '[10.0.0.53]', ':53', 'a:b'])(
    'refuses %s',
    (text) => expect(() => parseEnv({ DNS_RESOLVERS: text })).toThrow(/^DNS_RESOLVERS must hold/),
  )
})
