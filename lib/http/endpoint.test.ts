import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '@/lib/errors'
import { answer, answerShape, freshDoor, refusalSentence, requestFrom } from '@/test/endpoint-fixture'
import { endpoint, Reply } from './endpoint'

beforeEach(freshDoor)

describe('answers', () => {
  const GET = endpoint({ group: 'verify', response: answerShape }, () => ({ ...answer, column: 'leaked' }))

  it('sends what the response shape names, with the standard headers', async () => {
    const response = await GET(
      requestFrom({ headers: { 'x-request-id': 'mine', origin: 'https://elsewhere.example' } }),
    )
    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(200)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '240',
      'x-ratelimit-remaining': '239',
      'x-ratelimit-source': 'memory',
    })
    expect(headers['x-ratelimit-reset']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(await response.json()).toEqual(answer)
  })

  it('takes a reply with a status, or a Response of the handler', async () => {
    const reply = endpoint(
      { response: answerShape },
      () => new Reply(answer, { status: 422, headers: { etag: '"1"' } }),
    )
    expect((await reply(requestFrom())).status).toBe(422)
    const file = endpoint(
      { group: 'certificate_pdf' },
      () => new Response('%PDF', { headers: { 'cache-control': 'no-cache' } }),
    )
    const response = await file(requestFrom())
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-ratelimit-limit')).toBe('30')
    expect(await response.text()).toBe('%PDF')
  })

  it('parses parameters and query', async () => {
    const config = {
      params: z.object({ serial: z.string() }),
      query: z.object({ format: z.enum(['json', 'jwt']).default('json') }),
      response: answerShape,
    }
    const GET = endpoint(config, ({ params, query }) => ({ ...answer, value: `${params.serial} ${query.format}` }))
    const context = { params: Promise.resolve({ serial: 'A/1' }) }
    expect(await (await GET(requestFrom({ path: '/api/x?format=jwt' }), context)).json()).toMatchObject({
      value: 'A/1 jwt',
    })
    expect(await refusalSentence(await GET(requestFrom({ path: '/api/x?format=toString' }), context))).toContain(
      'format',
    )
    expect((await GET(requestFrom({ path: '/api/x?format=jwt&format=json' }), context)).status).toBe(400)
  })
})

describe('failures', () => {
  const failing = (thrown: unknown, failure?: 'internal') =>
    endpoint({ failure, response: answerShape }, () => {
      throw thrown
    })(requestFrom())

  it('says nothing of what went wrong: 503 on public endpoints, 500 on lookup', async () => {
    for (const thrown of [
      new Error('secret'),
      'secret',
      new ServiceError('unavailable', 'Not now.', { cause: new Error('secret') }),
    ]) {
      const open = await failing(thrown)
      expect([open.status, open.headers.get('retry-after')]).toEqual([503, '5'])
      const lookup = await failing(thrown, 'internal')
      expect([lookup.status, lookup.headers.get('retry-after')]).toEqual([500, '5'])
      expect(await refusalSentence(open)).not.toContain('secret')
      expect(await refusalSentence(lookup)).not.toContain('secret')
    }
  })

  it('takes an answer of the wrong shape for our own fault', async () => {
    const GET = endpoint({ response: answerShape }, () => ({ success: true, value: 7 }) as never)
    expect((await GET(requestFrom())).status).toBe(503)
  })

  it('passes refusals on, with their details', async () => {
    const response = await failing(
      new ServiceError('not_exportable', 'No image.', { details: { available_formats: ['jsonld'], success: true } }),
    )
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ success: false, error: 'No image.', available_formats: ['jsonld'] })
  })
})
