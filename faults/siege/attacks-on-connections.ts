import type { Attack } from './attack-kind'
import { FORM, head, LOOK_UP, VALIDATE, VERIFY } from './attack-texts'

const JSON_OF_5000 = 'content-type: application/json\r\ncontent-length: 5000\r\n'
const CHUNKED = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n'
const upgrade = (name: string) => head('GET /', `connection: upgrade\r\nupgrade: ${name}\r\n`)
const verify = (serial: string) => head(`GET ${VERIFY}/${serial}`)

/** What can be done with connections, whatever is asked for on them. */
export const ATTACKS_ON_CONNECTIONS: readonly Attack[] = [
  { name: 'connections that say nothing', run: (by) => by.hold('') },
  { name: 'connections opened and closed', run: (by) => by.breakOff('', 'sent', 'end') },
  { name: 'connections opened and reset', run: (by) => by.breakOff('', 'sent') },
  {
    name: 'heads a byte a second',
    run: (by) => by.hold('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', { text: 'x', everyMs: 1000 }),
  },
  { name: 'kept open after an answer', run: (by) => by.hold(head('GET /api/health/live')) },
  { name: 'bodies that do not come', run: (by) => by.hold(head(`POST ${VALIDATE}`, JSON_OF_5000)) },
  {
    name: 'bodies a byte a second',
    run: (by) => by.hold(`${head(`POST ${VALIDATE}`, JSON_OF_5000)}{`, { text: ' ', everyMs: 1000 }),
  },
  {
    name: 'forms that do not come',
    run: (by) => by.hold(head('POST /language', `content-type: ${FORM}\r\ncontent-length: 99\r\n`)),
  },
  { name: 'lookups that do not come', run: (by) => by.hold(head(`POST ${LOOK_UP}`, JSON_OF_5000)) },
  { name: 'bodies broken off', run: (by) => by.breakOff(`${head(`POST ${VALIDATE}`, JSON_OF_5000)}{`, 'sent') },
  {
    name: 'files broken off',
    run: (by) =>
      by.breakOff(
        head(`POST ${VERIFY}/pdf`, 'content-type: application/pdf\r\ncontent-length: 5000000\r\n') +
          'x'.repeat(200_000),
        'sent',
      ),
  },
  {
    name: 'expect 100-continue, and nothing',
    run: (by) => by.hold(head(`POST ${VALIDATE}`, `${JSON_OF_5000}expect: 100-continue\r\n`)),
  },
  {
    name: 'chunks of a byte, without end',
    run: (by) => by.hold(head(`POST ${VALIDATE}`, CHUNKED), { text: '1\r\n \r\n'.repeat(500), everyMs: 20 }),
  },
  {
    name: 'chunk extensions',
    run: (by) => by.hold(head(`POST ${VALIDATE}`, CHUNKED), { text: `1;${'x'.repeat(10_000)}\r\n \r\n`, everyMs: 20 }),
  },
  {
    name: 'large chunks without end',
    run: (by) => by.hold(head(`POST ${LOOK_UP}`, CHUNKED), { text: `8000\r\n${' '.repeat(0x8000)}\r\n`, everyMs: 10 }),
  },
  { name: 'sixty requests in one packet', run: (by) => by.flood(() => head('GET /').repeat(60)) },
  {
    name: 'sixty checks in one packet, broken off',
    run: (by) => by.breakOff(verify(by.order.serial).repeat(60), 'answered'),
  },
  { name: 'a thousand requests in one packet', run: (by) => by.flood(() => head('GET /nothing').repeat(1000)) },
  {
    name: 'packets of twenty-four hundred tiny requests on every connection',
    run: (by) => by.flood(() => 'GET / HTTP/1.1\r\nhost:a\r\n\r\n'.repeat(2400)),
  },
  { name: 'a thousand requests, unread', run: (by) => by.leaveUnread(head('GET /docs').repeat(1000)) },
  { name: 'checks reset before the answer', run: (by) => by.breakOff(verify(by.order.serial), 'sent') },
  { name: 'upgrade to a web socket', run: (by) => by.hold(upgrade('websocket')) },
  { name: 'upgrade to HTTP/2', run: (by) => by.hold(upgrade('h2c')) },
  { name: 'HTTP/2 at once', run: (by) => by.hold('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') },
  { name: 'TLS', run: (by) => by.hold('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03') },
  { name: 'NUL bytes', run: (by) => by.hold('\0'.repeat(60_000)) },
  { name: 'CONNECT', run: (by) => by.hold('CONNECT elsewhere:443 HTTP/1.1\r\nhost: x\r\n\r\n') },
  { name: 'TRACE', run: (by) => by.flood(() => head('TRACE /')) },
]
