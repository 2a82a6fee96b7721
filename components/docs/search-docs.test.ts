import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { searchDocs } from './search-docs'

const found = (words: string) => searchDocs(words, openApiDocument())
const first = (words: string) => found(words)[0]?.path

describe('searching the documentation', () => {
  it.each([
    ['Verify by serial', '/docs/verification#verifyBySerial'],
    ['verifyBatch', '/docs/verification#verifyBatch'],
    ['VERIFY   batch', '/docs/verification#verifyBatch'],
    ['receipts/validate', '/docs/verification#validateReceipt'],
    ['be told', '/docs/verification#watchCertificates'],
    ['verified', '/docs#outcomes'],
    ['issuer_suspended', '/docs#outcomes'],
    ['429', '/docs/errors'],
    ['retry-after', '/docs/errors#rate-limits'],
    ['certificate.withdrawn', '/docs/webhooks'],
    ['Verification', '/docs/objects#Verification'],
    ['jwks', '/docs/keys#getServiceKeys'],
  ])('%s leads first to %s', (words, path) => expect(first(words)).toBe(path))

  it('finds what begins with the words, and not what holds them within', () => {
    expect(found('overall').length).toBeGreaterThan(0)
    expect(found('verall')).toEqual([])
  })

  it('wants all of the words', () => {
    expect(found('serial zebra')).toEqual([])
  })

  it.each(['', ' ', '/', '…', '"', '💥'])('finds nothing for %j', (words) => expect(found(words)).toEqual([]))

  it('gives no more than anybody reads', () => {
    expect(found('s').length).toBe(40)
  })
})
