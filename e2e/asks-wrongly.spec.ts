import { once } from 'node:events'
import { request as send, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from './support/fixtures'

const VERIFY = '/api/public/credentials/verify/0000-0000-0000-0000'

/** As sent on the wire: a browser, and most clients, would tidy these paths up first. */
const CASES: [method: string, path: string, status: number][] = [
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
  ['GET', '/api/nothing', 404],
  ['GET', '/api//public/credentials/verify/X', 404],
  ['GET', '//api/public', 404],
  ['GET', '/api/%zz', 404],
  ['GET', '/api/%ff', 404],
  ['GET', '/api/..%2f..%2fetc/passwd', 404],
  ['GET', '/api/%00', 404],
  ['GET', '/api/public/credentials/verify/', 404],
  ['GET', `${VERIFY}/`, 404],
  ['GET', VERIFY, 404],
  ['POST', VERIFY, 405],
  ['DELETE', VERIFY, 405],
  ['TRACE', VERIFY, 405],
  ['PROPFIND', VERIFY, 405],
  ['TRACE', '/api/nothing', 404],
  ['GET', '/api/issuer/v1/certificates/lookup', 405],
  ['POST', '/api/issuer/v1/certificates/lookup', 401],
]

for (const [method, path, status] of CASES) {
  test(`${method} ${path} is answered with JSON`, async ({ baseURL, clientAddress }) => {
    const { hostname, port } = new URL(baseURL ?? '')
    const sent = send({ hostname, port, method, path, headers: { 'x-forwarded-for': clientAddress } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(answer)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({ success: false, error: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(answer.statusCode).toBe(status)
    if (status === 405) expect(answer.headers.allow).toMatch(/GET|POST/)
  })
}
