import fc from 'fast-check'
import { expect, it } from 'vitest'
import { couldBeSerial, displaySerial, serialCheck, serialKey } from '@/lib/domain/certificate/serial'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'
import { callerAddress, limitKey, trustedProxies } from '@/lib/http/limits/address'
import { parseRequestTarget } from '@/server/exchange/request-target'
import { corpus, FUZZ_RUNS, mutatedText } from './corpus'

const PROXIES = trustedProxies(['10.0.0.0/8', '2001:db8:ffff::/48'])
const runs = { numRuns: FUZZ_RUNS }

it('reads anything as a serial, and the same thing twice as the same', () => {
  const property = fc.property(mutatedText(corpus('serials')), (text) => {
    const key = serialKey(text)
    serialCheck(text)
    if (!couldBeSerial(key)) return
    expect(key).toMatch(/^[0-9A-Z/._]{4,127}$/)
    expect(serialKey(displaySerial(key))).toBe(key)
  })
  fc.assert(property, runs)
})

it('finds a caller’s address in anything, and never believes a stranger', () => {
  const property = fc.property(mutatedText(corpus('forwarded-for')), (header) => {
    expect(callerAddress('203.0.113.7', header, PROXIES)).toBe('203.0.113.7')
    const address = callerAddress('10.0.0.9', header, PROXIES)
    expect(normaliseAddress(address)).toBe(address)
    expect(address === '10.0.0.9' || !PROXIES.has(address)).toBe(true)
    limitKey(address)
  })
  fc.assert(property, runs)
})

it('takes any request target apart, and passes on none that leads elsewhere', () => {
  const property = fc.property(mutatedText(corpus('targets')), (raw) => {
    const target = parseRequestTarget(raw)
    if ('refused' in target) return
    expect(raw).toMatch(/^\/[\x21-\x7e]*$/)
    expect(raw.startsWith('//')).toBe(false)
    for (const segment of target.segments) expect(['.', '..'].includes(segment) || segment.includes('\0')).toBe(false)
  })
  fc.assert(property, runs)
})
