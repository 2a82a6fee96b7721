import type { Attack } from './attack-kind'
import { FORM, head, LOOK_UP, post, VERIFY } from './attack-texts'

const A_60_KB = 'a&'.repeat(30_000)
const A_7_KB = 'a&'.repeat(3500)
const lookup = post(LOOK_UP, 'application/json', '{"serials":["X"]}', `authorization: Bearer svc_${'x'.repeat(40)}\r\n`)
const ORIGIN = 'origin: http://verify.faults.test\r\n'
const signIn = (turn: number) =>
  post('/dashboard/sign-in', FORM, `email=person${turn}%40first.example&password=wrong+password+${turn}`, ORIGIN)
const paths = (all: string[]) => (turn: number) => head(`GET ${all[turn % all.length]}`)

/** What can be done with whole requests. */
export const ATTACKS_WITH_REQUESTS: readonly Attack[] = [
  { name: '60 kB of a& on the home page', run: (by) => by.flood(() => head(`GET /?${A_60_KB}`)) },
  {
    name: '60 kB of a& on every kind of path',
    run: (by) =>
      by.flood(
        paths(
          ['/nothing', '/docs', '/issuers', `${VERIFY}/X`, '/verify', '/dashboard', '/icon.svg'].map(
            (path) => `${path}?${A_60_KB}`,
          ),
        ),
      ),
  },
  {
    name: '7 kB of a& on every kind of path',
    run: (by) =>
      by.flood(
        paths(
          ['/', '/nothing', '/issuers', `${VERIFY}/X`, '/verify', '/dashboard', '/passport/x'].map(
            (path) => `${path}?${A_7_KB}`,
          ),
        ),
      ),
  },
  { name: 'serials of 60 kB', run: (by) => by.flood(() => head(`GET /verify/${'A-'.repeat(30_000)}`)) },
  { name: 'cookies of 50 kB', run: (by) => by.flood(() => head('GET /', `cookie: ${'a=b; '.repeat(10_000)}\r\n`)) },
  { name: 'two thousand headers', run: (by) => by.flood(() => head('GET /', 'a: b\r\n'.repeat(1900))) },
  {
    name: 'languages of 50 kB',
    run: (by) => by.flood(() => head('GET /', `accept-language: ${'a-b-c;q=0.1,'.repeat(4000)}\r\n`)),
  },
  { name: 'checks of one certificate', run: (by) => by.flood(() => head(`GET ${VERIFY}/${by.order.serial}`)) },
  { name: 'checks of unknown serials', run: (by) => by.flood((turn) => head(`GET ${VERIFY}/${turn}-unknown`)) },
  { name: 'pages of checks', run: (by) => by.flood(() => head(`GET /verify/${by.order.serial}`)) },
  { name: 'the documentation', run: (by) => by.flood(() => head('GET /docs')) },
  { name: 'the documentation, unread', run: (by) => by.leaveUnread(head('GET /docs')) },
  { name: 'OpenAPI', run: (by) => by.flood(() => head('GET /api/openapi.json')) },
  { name: 'addresses that hold nothing', run: (by) => by.flood((turn) => head(`GET /nothing/${turn}`)) },
  {
    name: 'HEAD of every page',
    run: (by) => by.flood((turn) => head(`HEAD ${['/', '/docs', '/scan', '/issuers', '/badges'][turn % 5]}`)),
  },
  { name: 'a large file, unread', run: (by) => by.leaveUnread(head('GET /icons/any-512.png').repeat(50)) },
  {
    name: 'ranges',
    run: (by) =>
      by.flood(() =>
        head(`GET /api/public/credentials/${by.order.id}/pdf`, `range: bytes=${'0-1,'.repeat(2000)}2-3\r\n`),
      ),
  },
  {
    name: 'the image optimizer',
    run: (by) =>
      by.flood((turn) =>
        head(
          `GET /_next/image?url=%2Ficons%2Fany-512.png&w=${[640, 750, 828, 1080, 1200, 1920][turn % 6]}&q=${1 + (turn % 100)}`,
        ),
      ),
  },
  { name: 'languages chosen', run: (by) => by.flood(() => post('/language', FORM, 'language=ar&return=%2F')) },
  { name: 'issuers searched', run: (by) => by.flood((turn) => head(`GET /api/public/issuers?q=institute+${turn}`)) },
  {
    name: 'passports',
    run: (by) => by.flood((turn) => head(`GET /api/public/passports/${String(turn).padStart(32, 'a')}`)),
  },
  { name: 'lookups with wrong keys', run: (by) => by.flood(() => lookup) },
  { name: 'sign-in with wrong passwords', run: (by) => by.flood(signIn) },
  { name: 'the desk', run: (by) => by.flood(() => head('GET /dashboard/sign-in')) },
]
