import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseEnv, setEnv, env } from '@/lib/env'
import { deskAuth } from '@/lib/service/desk/sign-in/auth'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { loadRoutes, type Route, RouteTable } from '@/server/exchange/routes'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson } from '@/test/desk/desk'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

useServiceDatabase()

let routes: Route[]
let owner: MintedPerson

beforeAll(async () => {
  const all = await loadRoutes()
  routes = all.filter(({ pattern }) => /^\/dashboard(\/|$)/.test(pattern))
  owner = await mintPerson(await mintIssuer(), 'owner')
})

// All that a test asks comes from one address, within a minute.
beforeEach(() => setRateCounter(new MemoryRateCounter()))

/** Each route of the desk that answers a method, with something in the place of its parameters. */
function every(method: string) {
  return routes.flatMap((found) => {
    const handler = found.handlers.get(method)
    const params = Object.fromEntries([...found.pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, UNKNOWN]))
    return handler ? [{ path: found.pattern.replace(/:\w+/g, UNKNOWN), handler, params }] : []
  })
}

describe('every form of the desk', () => {
  it.each([
    ['no origin', {}],
    ['the origin null, as a sandboxed frame sends it', { origin: 'null' }],
    ['the origin of another site', { origin: 'https://verify.test.evil.example' }],
    ['our origin at another port', { origin: 'https://verify.test:8443' }],
    ['our origin without https', { origin: 'http://verify.test' }],
  ])('is refused with %s, signed in or not', async (_name, headers: Record<string, string>) => {
    const forms = every('POST')
    expect(forms.length).toBeGreaterThan(15)
    for (const { path, handler, params } of forms) {
      for (const cookie of [owner.browser.cookie, '']) {
        const request = new Request(`${env().BASE_URL}${path}`, {
          method: 'POST',
          headers: { ...(cookie && { cookie }), 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: 'name=x',
        })
        const answer = await handler(request, { params: Promise.resolve(params) })
        expect([path, answer.status]).toEqual([path, 403])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
  })
})

describe('whoever has to sign in before a form is taken', () => {
  /** Asked by scripts alone, which nobody is led back to. */
  const BY_SCRIPTS = ['/dashboard/look-up/batch', '/dashboard/passkey-options']

  it('finds what was typed kept, to be sent to where it was sent', async () => {
    const kept: string[] = []
    for (const { path, handler, params } of every('POST')) {
      const answer = await new DeskBrowser().visit(handler, path, { params, form: { typed: 'by hand' } })
      const html = await answer.text()
      if (answer.status !== 401 || BY_SCRIPTS.includes(path)) continue
      const [, form] = html.split(new RegExp(`<form [^>]*action="${path}"[^>]*>`), 2)
      expect([path, form?.includes('name="typed" value="by hand"')]).toEqual([path, true])
      kept.push(path)
    }
    expect(kept.length).toBeGreaterThan(15)
  })

  it('comes back to the page of a form with files, which is not kept', async () => {
    const pages = new Set(every('GET').map(({ path }) => path))
    const led: string[] = []
    for (const { path, handler, params } of every('POST')) {
      const body = new FormData()
      body.set('name', 'x')
      const request = new Request(`${env().BASE_URL}${path}`, {
        method: 'POST',
        headers: { origin: env().BASE_URL },
        body,
      })
      const answer = await handler(request, { params: Promise.resolve(params) })
      const next = new URL(answer.headers.get('location') ?? '/', env().BASE_URL).searchParams.get('next')
      await answer.body?.cancel()
      if (next !== null && !BY_SCRIPTS.includes(path)) led.push(next)
    }
    expect(led.length).toBeGreaterThan(2)
    expect(led.filter((next) => !pages.has(next))).toEqual([])
  })
})

describe('a NUL, which PostgreSQL takes in no text', () => {
  it('in a field of a form is refused', async () => {
    for (const { path, handler, params } of every('POST')) {
      const { status } = await owner.browser.visit(handler, path, { params, form: { session: '\0', 'na\0me': 'x' } })
      expect([path, [400, 403, 404, 415].includes(status), status]).toEqual([path, true, status])
    }
  })

  it('in an address or a search is nothing that is there', async () => {
    const NUL = '%00'
    for (const { path, handler, params } of every('GET')) {
      const asked = Object.fromEntries(Object.keys(params).map((name) => [name, '\0']))
      const search = `?q=${NUL}&page=${NUL}&before=${NUL}&from=${NUL}&state=${NUL}`
      const answer = await owner.browser.visit(handler, path.replaceAll(UNKNOWN, NUL) + search, { params: asked })
      expect([path, answer.status < 500, answer.status]).toEqual([path, true, answer.status])
      await answer.body?.cancel()
    }
  })
})

describe('every page of the desk', () => {
  it('is never cached, framed or indexed, and has no policy but its own', async () => {
    for (const { path, handler, params } of every('GET')) {
      const answer = await owner.browser.visit(handler, path, { params })
      const { headers } = answer
      expect([path, headers.get('cache-control'), headers.get('x-frame-options')]).toEqual([
        path,
        'private, no-store',
        'DENY',
      ])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-robots-tag')).toContain('noindex')
      await answer.body?.cancel()
    }
  })

  it('carries who opened it in each of its forms that changes something, and the issuer in each of an issuer', async () => {
    const PLAIN = /^\/(language$|dashboard\/(sign-|second-factor|confirm|organization|invitation$|reset$))/
    const seen = new Set<string>()
    const of = `for=${owner.member.issuerId}&amp;`
    const by = `opened_by=${owner.person.userId}`
    for (const { path, handler, params } of every('GET')) {
      const html = await (await owner.browser.visit(handler, path, { params })).text()
      for (const [, action = ''] of html.matchAll(/<form [^>]*action="([^"]*)"[^>]*method="post"/g)) {
        if (PLAIN.test(action)) continue
        const [place = '', query] = action.split('?')
        expect([action, query]).toEqual([action, place.startsWith('/dashboard/account') ? by : of + by])
        seen.add(place)
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['/dashboard/issue', '/dashboard/keys/new', '/dashboard/account/passkeys']),
    )
  })

  it('says nothing to who is not signed in but where to sign in', async () => {
    const OPEN = ['/dashboard/sign-in', '/dashboard/sign-in/code', '/dashboard/invitation', '/dashboard/reset']
    for (const { path, handler, params } of every('GET')) {
      if (OPEN.includes(path)) continue
      const answer = await new DeskBrowser().visit(handler, path, { params })
      expect([path, answer.status]).toEqual([path, 303])
      expect(answer.headers.get('location')).toMatch(/^\/dashboard\/(sign-in|confirm)(\?next=|$)/)
    }
  })
})

describe('the sign-in library', () => {
  it('has none of its own paths here', () => {
    const table = new RouteTable(routes)
    const endpoints = Object.values(deskAuth().api as unknown as Record<string, { path?: string }>)
    const paths = endpoints.flatMap(({ path }) => (typeof path === 'string' ? [path] : []))
    expect(paths).toEqual(expect.arrayContaining(['/sign-up/email', '/change-email', '/delete-user', '/get-session']))
    for (const path of paths) {
      // What holds nothing answers there.
      expect(table.find(['dashboard', 'auth', ...path.split('/').slice(1)])?.route.isRest).toBe(true)
      expect(table.find(['api', 'auth', ...path.split('/').slice(1)])).toBeNull()
    }
  })

  it.each([
    ['https', 'https://verify.test', true],
    ['http, on a developer’s machine', 'http://localhost:3000', false],
  ])('sets cookies for this site and its desk alone, over %s', async (_name, baseUrl, secure) => {
    const before = env()
    setEnv(parseEnv({ ...process.env, DATABASE_URL: before.DATABASE_URL, BASE_URL: baseUrl }))
    try {
      const answer = await deskAuth().api.openSession({ body: { userId: owner.person.userId }, asResponse: true })
      const cookie = answer.headers.getSetCookie().find((one) => one.includes('session_token=')) ?? ''
      expect(cookie).toMatch(/; Path=\/dashboard(;|$)/)
      expect(cookie).toMatch(/; HttpOnly(;|$)/)
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/i)
      expect(cookie).not.toMatch(/Domain=/i)
      expect(/; Secure(;|$)/.test(cookie)).toBe(secure)
      expect(cookie.startsWith('__Secure-')).toBe(secure)
    } finally {
      setEnv(before)
    }
  })
})
