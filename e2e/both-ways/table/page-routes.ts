import { FORM, JSON_TYPE, type Probe, type RouteRows } from '../probe'

const SERIAL = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/
/** Pages that carry a verdict are listed nowhere. */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow, noarchive' }
/** Where a redirect of any method may lead. */
const ELSEWHERE: Probe = { status: 403, type: JSON_TYPE }
/** A form as a browser sends it. */
const form = (send: string) => ({ headers: { ...FORM, origin: '{origin}' }, send })
const leadsTo = (location: RegExp | string, status = 303): Probe => ({ status, type: '', has: { location } })

/** Every route that people open, beside those of the desk. */
export const PAGE_ROUTES: RouteRows = {
  '/': { GET: { body: /<form/ } },
  '/:rest+': {
    GET: { to: '/nothing', status: 404, has: { location: null } },
    POST: { to: '/nothing', status: 404 },
  },
  '/api/:rest+': {
    GET: { to: '/api/nothing', status: 404 },
    POST: { to: '/api/nothing', status: 404 },
    PUT: { to: '/api/nothing', status: 404 },
    PATCH: { to: '/api/nothing', status: 404 },
    DELETE: { to: '/api/nothing', status: 404 },
    OPTIONS: { to: '/api/nothing', status: 404 },
    TRACE: { to: '/api/nothing', status: 404, underNext: 'TRACE' },
    PROPFIND: { to: '/api/nothing', status: 404, underNext: 'methods unknown to it' },
  },
  '/badges': {
    GET: {},
    POST: [{ status: 400 }, { as: 'with a badge', ...form('badge=x'), status: 400 }],
  },
  '/check': { GET: leadsTo('/'), POST: { status: 400 } },
  '/check-many': {
    GET: [{}, { as: 'of a serial', to: '/check-many?serials={serial}', body: SERIAL }],
    POST: [{ status: 400 }, { as: 'with serials', ...form('serials={serial}'), body: SERIAL, has: UNLISTED }],
  },
  '/docs': {
    GET: [
      { body: /Bearer/, has: { etag: /./ } },
      {
        as: 'compressed',
        headers: { 'accept-encoding': 'gzip' },
        has: { 'content-encoding': 'gzip' },
        underNext: 'compressed documents',
      },
    ],
  },
  '/docs/:page': {
    GET: [
      { to: '/docs/verification', body: /verifyBatch/, has: { etag: /./ } },
      { as: 'of what belongs to no group', to: '/docs/objects', body: /id="Verification"/ },
      {
        as: 'compressed',
        to: '/docs/files',
        headers: { 'accept-encoding': 'gzip' },
        has: { 'content-encoding': 'gzip' },
        underNext: 'compressed documents',
      },
      { as: 'that is none', to: '/docs/nothing', status: 404 },
    ],
  },
  '/docs/search': {
    GET: [
      { to: '/docs/search?q=batch', body: /verifyBatch/ },
      { as: 'asked twice', to: '/docs/search?q=a&q=b', status: 400 },
    ],
  },
  '/docs/try': { GET: { body: /data-try/, has: { etag: /./ } } },
  '/favicon.ico': { GET: { type: 'image/x-icon', cache: 'public, max-age=86400' } },
  '/issuers': { GET: { has: UNLISTED, body: /Northshore/ } },
  '/issuers/:issuer': {
    GET: [
      { to: '/issuers/northshore', has: UNLISTED, body: /Northshore/ },
      { as: 'that is none', to: '/issuers/nobody', status: 404 },
    ],
  },
  '/language': {
    POST: [
      leadsTo('/'),
      {
        as: 'with a language',
        headers: { ...FORM, referer: '{origin}/docs' },
        send: 'language=fr&path=%2Fdocs',
        ...leadsTo(/^\/(docs)?$/),
      },
    ],
  },
  '/manifest.webmanifest': { GET: { type: 'application/manifest+json; charset=utf-8', cache: 'no-cache' } },
  '/not-available': {
    GET: [ELSEWHERE, { as: 'for a browser', headers: { accept: 'text/html' }, status: 403 }],
    POST: ELSEWHERE,
    PUT: ELSEWHERE,
    PATCH: ELSEWHERE,
    DELETE: ELSEWHERE,
    OPTIONS: ELSEWHERE,
  },
  '/offline': { GET: {} },
  '/passport': { GET: { has: UNLISTED } },
  '/passport/:handle': {
    GET: [
      { has: UNLISTED, body: SERIAL },
      { as: 'that is none', to: '/passport/x', status: 404 },
    ],
  },
  '/passport/manage': {
    GET: { has: UNLISTED },
    POST: [{ status: 403 }, { as: 'with a link of nobody', ...form('secret=x'), status: 404 }],
  },
  '/history': { GET: { has: UNLISTED } },
  '/privacy': { GET: {} },
  '/receipts': { GET: {}, POST: { status: 400 } },
  '/report': {
    GET: { has: UNLISTED },
    POST: [{ status: 403 }, { as: 'with nothing in it', ...form('kind='), status: 400 }],
  },
  '/report/sent': { GET: {} },
  '/watch': {
    GET: { has: UNLISTED },
    POST: [{ status: 403 }, { as: 'with nothing in it', ...form('email='), status: 400 }],
  },
  '/watch/confirm/:secret': {
    GET: { to: '/watch/confirm/x', has: UNLISTED },
    POST: [
      { to: '/watch/confirm/x', status: 403 },
      { as: 'with a link of nobody', to: '/watch/confirm/x', ...form('action=confirm'), status: 404 },
    ],
  },
  '/watch/list': {
    GET: { has: UNLISTED },
    POST: [{ status: 403 }, { as: 'with a link of nobody', ...form('link=x'), status: 404 }],
  },
  '/watch/sent': { GET: {} },
  '/watch/unsubscribe/:secret': {
    GET: { to: '/watch/unsubscribe/x', has: UNLISTED },
    POST: [
      { to: '/watch/unsubscribe/x', status: 404 },
      {
        as: 'by a mail program',
        to: `/watch/unsubscribe/${'x'.repeat(22)}`,
        headers: FORM,
        send: 'List-Unsubscribe=One-Click',
      },
    ],
  },
  '/robots.txt': {
    GET: { type: 'text/plain; charset=utf-8', cache: 'public, max-age=86400', body: /^User-agent: \*\n/ },
  },
  '/scan': { GET: { has: { 'permissions-policy': /camera=\(self\)/ } }, POST: leadsTo('/scan') },
  '/sw.js': { GET: { type: 'text/javascript; charset=utf-8', cache: 'no-cache' } },
  '/verify': {
    GET: [
      leadsTo('/'),
      { as: 'of a serial', to: '/verify?serial={serial}', ...leadsTo('/verify/{serial}') },
      { as: 'of what is no serial', to: '/verify?serial=https%3A%2F%2Fevil.example%2F', status: 404 },
    ],
  },
  '/verify/:serial': {
    GET: [
      { has: { ...UNLISTED, 'x-ratelimit-limit': '240' }, body: SERIAL },
      { as: 'withdrawn', to: '/verify/{withdrawn}' },
      { as: 'in Arabic', headers: { 'accept-language': 'ar' }, has: { 'content-language': 'ar' }, body: /dir="rtl"/ },
      { as: 'in lower case, encoded', to: '/verify/{encodedSerial}', body: SERIAL },
      { as: 'that is none', to: '/verify/0000-0000-0000-0000', status: 404 },
      { as: 'that is far too long', to: `/verify/${'x'.repeat(9000)}`, status: 404 },
      { as: 'fetched in advance', headers: { purpose: 'prefetch' }, status: 503 },
    ],
  },
  '/verify/file': {
    GET: { has: UNLISTED },
    POST: [
      { status: 400 },
      { as: 'by a fingerprint', ...form('sha256={pdfHash}'), body: SERIAL },
      { as: 'by one of no file', ...form(`sha256=${'0'.repeat(64)}`), status: 404 },
    ],
  },
}
