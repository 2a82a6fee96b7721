import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ask, newAddress } from './ask'
import { stopNext, type TwoWays } from './two-ways'

/** Something that Next's own server does otherwise, and that no single answer shows. */
export interface ProcessDifference {
  reason: string
  front: string
  next: string
  /** What the front and Next do. */
  show: (ways: TwoWays) => Promise<{ front: string; next: string }>
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
/** Bodies that the front lets be on their way from one address, and one more. */
const UPLOADS = 9

/** In the order in which they are shown: the last one ends both processes. */
export const PROCESS_DIFFERENCES: Record<string, ProcessDifference> = {
  metrics: {
    reason: 'Requests are measured where the front dispatches them; the other metrics are there both ways.',
    front: 'requests are counted',
    next: 'requests are not counted',
    show: bothWays(async (port, ways) => {
      const headers = { host: ways.host, authorization: `Bearer ${ways.words.metricsToken}` }
      const { body } = await ask(port, { method: 'GET', target: '/api/metrics', headers })
      return `requests are ${body.includes('certs_http_requests_total{') ? '' : 'not '}counted`
    }),
  },
  'idle connections': {
    reason: 'The front outlives the connections of common proxies; under Next `--keepAliveTimeout` sets it.',
    front: 'timeout=65',
    next: 'timeout=5',
    show: bothWays(async (port, { host }) => {
      const answer = await firstAnswer(open(port, head('GET', '/api/health/live', host)))
      return /^keep-alive: (.*)$/im.exec(answer)?.[1] ?? answer
    }),
  },
  'large uploads': {
    reason: 'The front closes the connection after a refusal; Next reads what is sent on.',
    front: '413, and the connection closes',
    next: '413, and the connection stays',
    show: bothWays(async (port, { host }) => {
      const answer = await firstAnswer(open(port, upload('/api/public/openbadges/validate', host, 99_999_999)))
      return `${statusOf(answer)}, and the connection ${/^connection: close$/im.test(answer) ? 'closes' : 'stays'}`
    }),
  },
  overload: {
    reason:
      'Places for requests and for bodies on their way are the front’s; a proxy before Next has limits of its own.',
    front: 'of many bodies on their way from one address some are refused with 503',
    next: 'of many bodies on their way from one address none is refused',
    show: bothWays(async (port, { host }) => {
      const from = newAddress()
      const sockets = Array.from({ length: UPLOADS }, () =>
        open(port, upload('/api/public/openbadges/validate', host, 2, from) + '{'),
      )
      const answers = sockets.map(firstAnswer)
      // Each head has been read by then, and one more answer lies behind it.
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      await ask(port, { method: 'GET', target: '/api/health/live', headers: { host } })
      for (const socket of sockets) socket.write('}')
      const statuses = (await Promise.all(answers)).map(statusOf)
      const refused = statuses.includes(503) ? 'some are refused with 503' : 'none is refused'
      return `of many bodies on their way from one address ${refused}`
    }),
  },
  'slow bodies': {
    reason: 'The front gives a body that does not come five seconds; Node’s own server gives a request five minutes.',
    front: '408',
    next: 'still waiting',
    show: async ({ front, next, host }) => {
      const [slow, patient] = [front.port, next.port].map((port) =>
        open(port, upload('/api/public/openbadges/validate', host, 2)),
      ) as [Socket, Socket]
      let heard = 'still waiting'
      patient.on('data', (chunk: Buffer) => (heard = chunk.toString() === CONTINUE ? heard : chunk.toString()))
      const answer = await firstAnswer(slow)
      patient.destroy()
      return { front: String(statusOf(answer)), next: heard }
    },
  },
  draining: {
    reason:
      'The front answers on for `DRAIN_SECONDS` and says that it is not ready; Next takes no connection any more.',
    front: 'not ready, and still there',
    next: 'gone',
    show: async (ways) => {
      const { front, next } = ways
      front.child.kill('SIGTERM')
      const frontSays = await readinessChanged(front.port, ways.host)
      front.child.kill('SIGKILL')
      const ended = stopNext(next)
      const nextSays = await readinessChanged(next.port, ways.host)
      await ended
      const word = (status: number) =>
        status === 0 ? 'gone' : status === 503 ? 'not ready, and still there' : String(status)
      return { front: word(frontSays), next: word(nextSays) }
    },
  },
}

function bothWays(show: (port: number, ways: TwoWays) => Promise<string>): ProcessDifference['show'] {
  return async (ways) => ({ front: await show(ways.front.port, ways), next: await show(ways.next.port, ways) })
}

/** What readiness answers as soon as it is no longer 200; 0 for no answer. */
async function readinessChanged(port: number, host: string): Promise<number> {
  for (;;) {
    const { status } = await ask(port, { method: 'GET', target: '/api/health/ready', headers: { host } })
    if (status !== 200) return status
  }
}

function head(method: string, target: string, host: string, more = ''): string {
  return `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`
}

function upload(target: string, host: string, length: number, address = newAddress()): string {
  const more = ['expect: 100-continue', 'content-type: application/json', `content-length: ${length}`]
  return head('POST', target, host, [...more, `x-forwarded-for: ${address}`, ''].join('\r\n'))
}

function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  socket.write(text)
  return socket
}

/** The head of the first answer on a connection but `100 Continue`, and closes it; empty where it was closed without one. */
function firstAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('latin1')).replace(CONTINUE, '')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.once('close', () => resolve(text.split('\r\n\r\n')[0] ?? ''))
  })
}

function statusOf(answer: string): number {
  return Number(answer.split(' ')[1] ?? 0)
}
