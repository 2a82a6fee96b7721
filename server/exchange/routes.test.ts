import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { allRoutes, loadRoutes, patternOf, Route, RouteTable } from './routes'

const GET = () => Promise.resolve(new Response())
const table = new RouteTable(
  ['/api/:ref/pdf', '/api/verify/:serial', '/api/:ref/:part', '/api/verify/pdf', '/:any'].map(
    (path) => new Route(path, { GET }),
  ),
)
const find = (...segments: string[]) => {
  const found = table.find(segments)
  return found && [found.route.pattern, found.params]
}

describe('RouteTable', () => {
  it('prefers fixed words to parameters, from the left', () => {
    expect(find('api', 'verify', 'pdf')).toEqual(['/api/verify/pdf', {}])
    expect(find('api', 'verify', 'X')).toEqual(['/api/verify/:serial', { serial: 'X' }])
    expect(find('api', 'X', 'pdf')).toEqual(['/api/:ref/pdf', { ref: 'X' }])
    expect(find('api', 'X', 'Y')).toEqual(['/api/:ref/:part', { ref: 'X', part: 'Y' }])
  })

  it('takes a parameter called __proto__ and an encoded slash for text', () => {
    expect(find('api', 'verify', 'A/1')).toEqual(['/api/verify/:serial', { serial: 'A/1' }])
    expect(find('api', '__proto__', 'pdf')).toEqual(['/api/:ref/pdf', { ref: '__proto__' }])
  })

  it('goes to what takes the rest only where nothing else answers', () => {
    const all = new RouteTable(['/:rest+', '/a/:rest+', '/a/b', '/:one', '/'].map((path) => new Route(path, { GET })))
    const of = (...segments: string[]) => {
      const found = all.find(segments)
      return [found?.route.pattern, found?.params]
    }
    expect(of('')).toEqual(['/', {}])
    expect(of('a', 'b')).toEqual(['/a/b', {}])
    expect(of('a', 'c', '')).toEqual(['/a/:rest+', { rest: ['c', ''] }])
    expect(of('x')).toEqual(['/:one', { one: 'x' }])
    expect(of('x', 'y')).toEqual(['/:rest+', { rest: ['x', 'y'] }])
    expect(of('', '')).toEqual(['/:rest+', { rest: ['', ''] }])
  })

  it('finds nothing for empty segments or other lengths', () => {
    expect(find('api', 'verify', '')).toBeNull()
    expect(find('api', 'verify', 'X', '')).toBeNull()
    expect(find('')).toBeNull()
  })
})

describe('routes', () => {
  it('answers HEAD where it answers GET, and says so', () => {
    expect(new Route('/x', { GET, POST: GET, runtime: 'nodejs' }).allow).toBe('GET, POST, HEAD')
    expect(new Route('/x', { POST: GET }).allow).toBe('POST')
  })

  it.each([
    [['api', 'verify', '[serial]'], '/api/verify/:serial'],
    [['(public)', 'verify'], '/verify'],
    [['.well-known', 'did.json'], '/.well-known/did.json'],
    [[], '/'],
    [['[...rest]'], '/:rest+'],
    [['api', '[[...rest]]'], '/api/:rest+'],
  ])('%j is %s', (folder, pattern) => expect(patternOf(folder.join(sep))).toBe(pattern))

  it('loads every route file of the app', async () => {
    const app = fileURLToPath(new URL('../../app', import.meta.url))
    const files = readdirSync(app, { recursive: true }).filter((file) => /(^|[/\\])route\.tsx?$/.test(String(file)))
    const routes = await loadRoutes()
    expect(routes).toHaveLength(files.length)
    expect(routes.map((row) => row.pattern)).toContain('/api/health/live')
    for (const row of routes) expect([row.pattern, row.handlers.size]).not.toEqual([row.pattern, 0])
  })
})

describe('routes of a process with some of the roles', () => {
  const before = env()
  afterEach(() => setEnv(before))

  it('say 503 where the public side answers: a 404 would say that there is no such certificate', async () => {
    setEnv({ ...before, ROLES: ['desk', 'mail'] })
    const table = new RouteTable(allRoutes())
    for (const path of ['/api/public/credentials/verify/AB', '/verify/AB', '/issuers/northshore', '/']) {
      const { route, params } = table.find(path.split('/').slice(1)) ?? expect.fail(path)
      const handler = route.handlers.get('GET') ?? expect.fail(path)
      const answer = await handler(new Request(`https://verify.test${path}`), { params: Promise.resolve(params) })
      expect([path, answer.status]).toEqual([path, 503])
    }
    expect(table.find(['dashboard'])?.route.isLoaded).toBe(false)
    setEnv({ ...before, ROLES: ['public'] })
    const open = new RouteTable(allRoutes())
    expect(open.find(['dashboard'])?.route.isRest).toBe(true)
    expect(open.find(['verify', 'AB'])?.route.isLoaded).toBe(false)
  })
})
