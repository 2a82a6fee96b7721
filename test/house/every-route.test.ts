import { beforeAll, describe, expect, it } from 'vitest'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import type { Route } from '@/server/exchange/routes'
import { badgeOf, placeOf } from '@/test/badges/badge-requests'
import { type Exchange, exchange } from '@/test/server/http-exchange'
import { useLiveService } from '@/test/server/live-service'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newAddress } from '@/test/verify-requests'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const KEPT_A_DAY = 'public, max-age=86400'

/** What each address answers to a visitor: GET, then an empty POST; 405 where there is no such method. */
const TABLE: Record<string, [get: number, type: string, post: number, cacheControl?: string]> = {
  '/.well-known/did.json': [200, 'application/did+json', 405],
  '/.well-known/jwks.json': [200, 'application/jwk-set+json', 405],
  '/.well-known/security.txt': [200, 'text/plain; charset=utf-8', 405, 'public, max-age=3600'],
  '/api/health/live': [200, JSON_TYPE, 405],
  '/api/health/ready': [200, JSON_TYPE, 405],
  '/api/issuer/v1/certificates/lookup': [405, JSON_TYPE, 401],
  '/api/metrics': [404, JSON_TYPE, 405],
  '/api/openapi.json': [200, JSON_TYPE, 405],
  '/api/public/artifacts/:fingerprint': [404, JSON_TYPE, 405],
  '/api/public/credentials/:ref/jpeg': [200, 'image/jpeg', 405],
  '/api/public/credentials/:ref/manifest': [200, JSON_TYPE, 405],
  '/api/public/credentials/:ref/openbadge': [200, 'application/ld+json', 405],
  '/api/public/credentials/:ref/pdf': [200, 'application/pdf', 405],
  '/api/public/credentials/:ref/refresh': [200, 'application/ld+json', 405],
  '/api/public/credentials/:ref/signed': [200, 'application/vc+jwt', 405],
  '/api/public/credentials/verify/:serial': [200, JSON_TYPE, 405],
  '/api/public/credentials/verify/:serial/receipt': [200, JSON_TYPE, 405],
  '/api/public/credentials/verify/pdf': [405, JSON_TYPE, 400],
  '/api/public/issuers': [200, JSON_TYPE, 405],
  '/api/public/issuers/:slug': [200, JSON_TYPE, 405],
  '/api/public/openbadges/validate': [405, JSON_TYPE, 400],
  '/api/public/passports/:handle': [200, JSON_TYPE, 405],
  '/api/public/receipts/:id': [404, JSON_TYPE, 405],
  '/api/public/status/:list': [200, 'application/vc', 405, 'no-cache'],
  '/badges': [200, HTML, 400],
  '/dashboard/sign-in': [200, HTML, 403],
  '/docs': [200, HTML, 405],
  '/favicon.ico': [200, 'image/x-icon', 405, KEPT_A_DAY],
  '/issuers': [200, HTML, 405],
  '/issuers/:issuer': [404, HTML, 405],
  '/issuers/:issuer/did.json': [200, 'application/did+json', 405],
  '/issuers/:issuer/jwks.json': [200, 'application/jwk-set+json', 405],
  '/language': [405, JSON_TYPE, 303],
  '/manifest.webmanifest': [200, 'application/manifest+json; charset=utf-8', 405, 'no-cache'],
  '/not-available': [403, JSON_TYPE, 403],
  '/offline': [200, HTML, 405],
  '/passport/:handle': [200, HTML, 405],
  '/passport/manage': [200, HTML, 403],
  '/privacy': [200, HTML, 405],
  '/report': [200, HTML, 403],
  '/robots.txt': [200, 'text/plain; charset=utf-8', 405, KEPT_A_DAY],
  '/scan': [200, HTML, 303],
  '/verify/:serial': [200, HTML, 405],
  '/verify/file': [200, HTML, 400],
}

useServiceDatabase({ TRUSTED_PROXIES: '127.0.0.0/8' })
const live = useLiveService()
let params: Record<string, string>

beforeAll(async () => {
  const issuer = await mintIssuer()
  const serial = await issueOne(issuer)
  const { handle } = await createPassportByOperator([serial])
  const { list } = placeOf(await badgeOf(serial))
  const fingerprint = '0'.repeat(64)
  params = { ref: serial, serial, issuer: issuer.id, slug: issuer.slug, handle, list, fingerprint }
})

const pathOf = ({ pattern }: Route) => pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x')
const isForPrograms = (pattern: string) => /^\/(api|\.well-known)\/|\/(did|jwks)\.json$/.test(pattern)
const knownRoutes = () => live.routes.filter(({ isRest }) => !isRest)

async function ask(method: string, route: Route, headers: Record<string, string> = {}): Promise<Exchange> {
  const type = method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }
  return exchange(method, live.origin + pathOf(route), { 'x-forwarded-for': newAddress(), ...type, ...headers })
}

/** What is wrong with an answer, whatever address and method it is of. */
function faultsOf({ pattern, handlers }: Route, method: string, { status, headers, body }: Exchange): string[] {
  const faults: string[] = []
  const expect = (good: boolean, fault: string) =>
    void (good || faults.push(`${method} ${pattern} ${status}: ${fault}`))
  const type = headers['content-type'] ?? ''
  const text = body.toString()
  expect(status < 500, 'a failure of ours')
  expect(headers['x-content-type-options'] === 'nosniff', 'its type may be guessed')
  expect(headers['cross-origin-resource-policy'] === 'same-origin', 'other sites may embed it')
  expect(/^[0-9a-f-]{36}$/.test(headers['x-request-id'] ?? ''), 'no request id')
  expect(headers['cache-control'] !== undefined, 'caches are told nothing')
  expect(!/access-control-|x-powered-by|^server$/m.test(Object.keys(headers).join('\n')), 'a header that is not ours')
  if (type.startsWith('text/html')) {
    expect(!isForPrograms(pattern), 'HTML for a program')
    expect(/default-src 'none'.*frame-ancestors 'none'/.test(headers['content-security-policy'] ?? ''), 'no policy')
    expect(!(headers['content-security-policy'] ?? '').includes('unsafe-inline'), 'inline scripts run')
    expect(/^(no-referrer|same-origin)$/.test(headers['referrer-policy'] ?? ''), 'its address is told to others')
    expect(headers['permissions-policy'] !== undefined, 'no permissions policy')
  }
  const isFailure = status >= 400 && type === JSON_TYPE && method !== 'HEAD'
  expect(!(status >= 400 && isForPrograms(pattern)) || type === JSON_TYPE, 'a failure that is no JSON')
  expect(
    !isFailure || /^\{.*"success":false,"error":"[^"]{5,}"\}$/s.test(text),
    `a failure without a sentence: ${text}`,
  )
  expect(!/node_modules|\.ts:\d|prisma|select /i.test(status >= 400 ? text : ''), 'shows how it is built')
  expect(method !== 'HEAD' || body.length === 0, 'HEAD with a body')
  const answered = handlers.has(method)
  expect(answered === (status !== 405), 'answers a method that it does not have, or the other way round')
  expect(answered || headers.allow === [...handlers.keys()].join(', '), `allow: ${headers.allow}`)
  expect(headers['content-encoding'] === undefined, 'compressed for who did not ask')
  return faults
}

describe('every address', () => {
  it.each(METHODS)('answers %s as it should', async (method) => {
    const faults: string[] = []
    for (const route of knownRoutes()) faults.push(...faultsOf(route, method, await ask(method, route)))
    expect(faults).toEqual([])
  })

  it('answers GET and an empty POST as the table says', async () => {
    const found: typeof TABLE = {}
    for (const route of knownRoutes().filter(({ pattern }) => pattern in TABLE)) {
      const get = await ask('GET', route)
      const { 'content-type': type = '', 'cache-control': cache = '' } = get.headers
      const usual = cache === 'no-store' || cache === 'private, no-store'
      const { status: post } = await ask('POST', route)
      found[route.pattern] = usual ? [get.status, type, post] : [get.status, type, post, cache]
    }
    expect(found).toEqual(TABLE)
  })

  it('allows nothing to a page of another site, asked first or not', async () => {
    const origin = 'https://elsewhere.example'
    const asking = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
    const reading = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    for (const route of knownRoutes()) {
      const answers = [await ask('OPTIONS', route, asking), await ask('GET', route, reading)]
      for (const { status, headers } of answers) {
        const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
        const isRefused = status >= 400 || !isForPrograms(route.pattern)
        expect([route.pattern, names, isRefused]).toEqual([route.pattern, [], true])
      }
    }
  })

  it('is never kept by anybody where it speaks of a certificate, a person or a session', async () => {
    const kept = new Set(Object.entries(TABLE).flatMap(([pattern, row]) => (row[3] === undefined ? [] : [pattern])))
    for (const route of knownRoutes().filter(({ pattern }) => !kept.has(pattern) && pattern !== '/sw.js')) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { headers } = await ask(method, route)
        expect([route.pattern, headers['cache-control']]).toEqual([route.pattern, expect.stringContaining('no-store')])
      }
    }
  })

  it('gives HEAD the status and the headers of GET', async () => {
    // A receipt is made for GET alone; nonces, ids, counts and times are new with each answer.
    const routes = knownRoutes().filter(({ pattern, handlers }) => handlers.has('GET') && !pattern.endsWith('/receipt'))
    const lasting = ({ status, headers }: Exchange) => {
      const always = Object.entries(headers).filter(([name]) => !/^(x-|date$|content-length$|set-cookie$)/.test(name))
      const text = JSON.stringify(always).replace(/nonce-[^']+/g, '')
      return { status, headers: text, names: Object.keys(headers).sort() }
    }
    for (const route of routes) {
      const [get, head] = [await ask('GET', route), await ask('HEAD', route)]
      expect([route.pattern, lasting(head)]).toEqual([route.pattern, lasting(get)])
      expect(head.headers).toHaveProperty('content-length')
    }
  })

  it('compresses nothing but what is the same for everybody', async () => {
    const shared: string[] = []
    for (const route of knownRoutes()) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { headers } = await ask(method, route, { 'accept-encoding': 'gzip, br' })
        if (headers['content-encoding'] !== undefined) shared.push(route.pattern)
      }
    }
    expect(shared.filter((pattern) => pattern !== '/sw.js').sort()).toEqual(['/api/openapi.json', '/docs'])
  })
})
