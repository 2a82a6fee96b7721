import { JSON_TYPE, type Probe } from '../probe'

/** A probe of what is no route: its request line, and what the front answers. */
export type LooseProbe = Probe & { line: `${string} ${string}` }

const CSP = /^default-src 'none'/
/** Over http, and where the head could not be read, https is not asked for. */
const NOT_STRICT = { 'strict-transport-security': null }
const FOR_EVER = 'public, max-age=31536000, immutable'
const VERIFY = '/api/public/credentials/verify'
const nothing = (line: LooseProbe['line'], probe: Probe = {}): LooseProbe => ({ line, status: 404, ...probe })

/** Addresses that hold nothing. */
const NOTHING: LooseProbe[] = [
  nothing('GET /nothing?x=1'),
  nothing('GET /nothing', { as: 'for programs', headers: { accept: 'application/json' } }),
  nothing('GET /DOCS'),
  nothing('GET /index.html'),
  nothing('GET /docs.rsc'),
  nothing('GET /.env'),
  nothing('GET /public/icon.svg'),
  nothing('GET /.well-known/nothing', { type: 'text/html; charset=utf-8' }),
  nothing('GET /api'),
  nothing('POST /api'),
  nothing('GET /api/..%2f..%2fetc/passwd'),
  nothing('GET /api/%00'),
  nothing('GET /404'),
  nothing('GET /500'),
  nothing('GET /_error'),
  nothing('GET /_not-found'),
  nothing('GET /_next'),
  nothing('GET /_next/static/x.js'),
  nothing('GET /_next/image?url=%2Ficon.svg&w=64&q=75'),
  nothing('GET /_next/data/x/index.json'),
]

/** Pages whose address came with a slash behind it, or with two for one. */
const LAST_SLASH: LooseProbe[] = [
  { line: 'GET /docs/', status: 308, type: JSON_TYPE, has: { location: '/docs' }, underNext: 'slashes too many' },
  {
    line: 'GET /verify/{serial}/?x=1',
    status: 308,
    type: JSON_TYPE,
    has: { location: '/verify/{serial}?x=1' },
    underNext: 'slashes too many',
  },
  { line: 'GET //', status: 308, type: JSON_TYPE, has: { location: '/' }, underNext: 'slashes too many' },
  {
    line: 'GET //verify//{serial}',
    status: 308,
    type: JSON_TYPE,
    has: { location: '/verify/{serial}' },
    underNext: 'slashes too many',
  },
]

/** Paths that two readers may take differently. */
const HOSTILE: LooseProbe[] = [
  nothing('GET /nothing/', { underNext: 'slashes too many' }),
  nothing('GET /api/', { underNext: 'slashes too many' }),
  nothing('GET /api/health/live/', { underNext: 'slashes too many' }),
  nothing('GET /assets/', { underNext: 'slashes too many' }),
  nothing(`GET ${VERIFY}/`, { underNext: 'slashes too many' }),
  nothing(`GET ${VERIFY}/{serial}/`, { underNext: 'slashes too many' }),
  nothing('GET //evil.example', { underNext: 'slashes too many' }),
  nothing('GET //api/public', { type: JSON_TYPE, underNext: 'slashes too many' }),
  nothing('GET //evil.example/docs', { underNext: 'slashes too many' }),
  nothing('GET /api//public', { underNext: 'slashes too many' }),
  nothing('GET /\\evil.example', { underNext: 'slashes too many' }),
  nothing('GET /api/%zz', { underNext: 'paths that do not decode' }),
  nothing('GET /verify/%ff', { underNext: 'paths that do not decode' }),
  nothing('GET /a/../b', { underNext: 'dots' }),
  nothing('GET /%2e%2e/b', { underNext: 'dots' }),
  nothing('GET /api/../b', { underNext: 'dots' }),
  nothing('GET /api/%2e%2e/b', { underNext: 'dots' }),
  nothing('GET /verify/%00', { underNext: 'control characters' }),
  { line: 'GET /%61pi/health/live', type: JSON_TYPE, underNext: 'encoded names' },
  { line: 'GET /api/%68ealth/live', underNext: 'encoded names below /api' },
  { line: 'GET http://{host}/api/health/live', status: 400, type: JSON_TYPE, underNext: 'targets that are no path' },
  { line: 'GET http://evil.example/docs', status: 400, type: JSON_TYPE, underNext: 'targets that are no path' },
  { line: 'GET *', status: 400, type: JSON_TYPE, underNext: 'the target *' },
  { line: 'OPTIONS *', status: 400, type: JSON_TYPE, underNext: 'the target *' },
  { line: 'GET docs', status: 400, type: JSON_TYPE, has: NOT_STRICT, underNext: 'what is no HTTP' },
]

/** Files that everybody gets. */
const FILES: LooseProbe[] = [
  { line: 'GET {stylesheet}', type: 'text/css; charset=utf-8', cache: FOR_EVER, underNext: 'files' },
  { line: 'HEAD {stylesheet}', type: 'text/css; charset=utf-8', cache: FOR_EVER, underNext: 'files' },
  {
    line: 'GET {stylesheet}',
    as: 'compressed',
    headers: { 'accept-encoding': 'br' },
    type: 'text/css; charset=utf-8',
    cache: FOR_EVER,
    has: { 'content-encoding': 'br', vary: 'accept-encoding' },
    underNext: 'files',
  },
  {
    line: 'GET /icon.svg',
    type: 'image/svg+xml',
    cache: 'public, no-cache',
    has: { 'content-security-policy': CSP },
    underNext: 'files',
  },
  {
    line: 'POST /icon.svg',
    status: 405,
    type: JSON_TYPE,
    has: { allow: 'GET, HEAD' },
    underNext: 'other methods of files',
  },
  {
    line: 'OPTIONS {stylesheet}',
    status: 405,
    type: JSON_TYPE,
    has: { allow: 'GET, HEAD' },
    underNext: 'other methods of files',
  },
  nothing('GET /assets'),
  nothing('GET /assets/nothing-2b50e0b79c26.js'),
  nothing('GET /assets/..%2f..%2fpackage.json'),
  nothing('GET /assets/manifest.json'),
  nothing('GET /assets/service-worker.js'),
]

/** Heads and bodies that are not what they should be. */
const ODD: LooseProbe[] = [
  { line: 'GET /docs', as: 'with a body', headers: { 'content-length': '3' }, send: 'abc' },
  { line: 'GET /api/health/live', as: 'with a body', headers: { 'content-length': '3' }, send: 'abc' },
  {
    line: 'GET /docs',
    as: 'with headers of a framework',
    headers: {
      'x-middleware-subrequest': 'a',
      'x-matched-path': '/api/metrics',
      'x-invoke-path': '/api/metrics',
      'x-nextjs-data': '1',
    },
  },
  { line: 'GET /docs', as: 'as a part of a page', headers: { rsc: '1' }, underNext: 'parts of pages' },
  {
    line: 'POST /check',
    as: 'as an action',
    headers: { 'next-action': '00', 'content-type': 'text/plain' },
    send: '[]',
    status: 400,
  },
  {
    line: 'GET /api/metrics',
    as: 'by another host’s name',
    headers: { 'x-forwarded-host': 'evil.example' },
    status: 401,
  },
  { line: 'GET /docs', as: 'with another expectation', headers: { expect: 'x' }, underNext: 'expectations' },
  {
    line: 'GET /docs',
    as: 'with two hosts',
    headers: { host: ['{host}', 'evil.example'] },
    status: 400,
    type: JSON_TYPE,
    underNext: 'hosts',
  },
  {
    line: 'GET /docs',
    as: 'of another host',
    headers: { host: 'evil.example' },
    status: 400,
    type: JSON_TYPE,
    underNext: 'hosts',
  },
  { line: 'GET /api/health/live', as: 'of another host', headers: { host: '10.0.0.1' } },
  {
    line: 'GET /docs?x=1',
    as: 'over http',
    headers: { 'x-forwarded-proto': 'http' },
    status: 308,
    type: JSON_TYPE,
    has: { ...NOT_STRICT, location: '{origin}/docs?x=1' },
    underNext: 'http',
  },
  { line: `GET /api/${'x'.repeat(9000)}`, as: 'a long path', status: 414, underNext: 'long targets' },
  { line: `GET /api/health/live?${'x'.repeat(9000)}`, as: 'a long query', status: 414, underNext: 'long queries' },
  { line: `GET /verify/${'x'.repeat(20_000)}`, as: 'a serial of 20 kB', status: 404, underNext: 'long heads' },
  {
    line: 'GET /docs',
    as: 'with a header of 20 kB',
    headers: { 'x-long': 'x'.repeat(20_000) },
    underNext: 'long heads',
  },
  { line: 'BREW /docs', status: 400, type: JSON_TYPE, has: NOT_STRICT, underNext: 'what is no HTTP' },
  {
    line: 'CONNECT {host}',
    status: 405,
    type: JSON_TYPE,
    has: { ...NOT_STRICT, allow: 'GET, HEAD, POST' },
    underNext: 'connections for something else',
  },
  {
    line: 'GET /docs',
    as: 'with an upgrade',
    headers: { connection: 'upgrade', upgrade: 'websocket' },
    underNext: 'connections for something else',
  },
  {
    line: 'GET /api/health/live',
    as: 'with an upgrade',
    headers: { connection: 'upgrade', upgrade: 'h2c' },
    underNext: 'connections for something else',
  },
]

/** What is asked beside the routes. */
export const NO_ROUTES: LooseProbe[] = [...NOTHING, ...LAST_SLASH, ...HOSTILE, ...FILES, ...ODD]
