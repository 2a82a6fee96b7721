import { describe, expect, it } from 'vitest'
import { uuidV5 } from './uuid-v5'

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

describe('uuidV5', () => {
  it('gives the id of RFC 9562 appendix A.4', () => {
    expect(uuidV5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  })

  it('hashes the name as UTF-8 and takes the namespace in either case', () => {
    expect(uuidV5(DNS.toUpperCase(), 'Zoë')).toBe(uuidV5(DNS, 'Zoë'))
    expect(uuidV5(DNS, 'Zoë')).not.toBe(uuidV5(DNS, 'Zoe'))
  })

  it.each(['', 'urn:uuid:' + DNS, DNS.replaceAll('-', ''), `${DNS} `])('refuses the namespace %j', (namespace) => {
    expect(() => uuidV5(namespace, 'a')).toThrow(TypeError)
  })
})
