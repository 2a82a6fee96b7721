import { describe, expect, it } from 'vitest'
import { findLeaks, peopleOfTests } from './check-logs'

const people = ['Ana-Lucía Müller']
const key = `svc_${'aB3'.repeat(13)}Z`

describe('the check of the logs', () => {
  it.each([
    ['an API key', `{"msg":"refused ${key}"}`],
    ['a private key', `{"jwk":"{\\"d\\":\\"${'x'.repeat(43)}\\"}"}`],
    ['a signed credential or token', `{"body":"eyJhbGciOiJFUzI1NiIsInR5.eyJzdWIiOiJ1cm46dXVp.c2ln"}`],
    ['a password in an address', '{"err":"postgresql://service:hunter2@db:5432/x refused"}'],
    ['a header that identifies somebody', '{"headers":{"cookie":"desk=abcdefghijk"}}'],
    ['an e-mail address', '{"to":"ana@acme.test"}'],
    ['a private link', '{"path":"/dashboard/invitation#abcdefghijklmnopqrstuv"}'],
    ['a person of the tests', '{"name":"Ana-Lucía Müller"}'],
  ])('finds %s', (what, line) => {
    expect(findLeaks(`{"msg":"fine"}\n${line}\n`, people)).toStrictEqual([{ line: 2, what }])
  })

  it('lets pass what logs are for', () => {
    const lines = [
      '{"level":50,"requestId":"5e608b1c-3118-4185-901e-6aa665533d69","err":{"code":"ECONNREFUSED","stack":"at x (/a/b.ts:1)"}}',
      '{"authorization":"[removed]","msg":"a request was refused"}',
      '{"msg":"BASE_URL is another than at the last start","before":"https://a.example","now":"https://b.example"}',
    ]
    expect(findLeaks(lines.join('\n'), people)).toStrictEqual([])
  })

  it('knows the people of tests and example data', () => {
    expect(peopleOfTests()).toEqual(expect.arrayContaining(['Ana-Lucía Müller Nguyễn', 'Jørgen Sjöberg-Ødegård']))
  })
})
