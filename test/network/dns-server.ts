import packet from 'dns-packet'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll } from 'vitest'

/** What the server says of a name: TXT records (a list is one record of several strings), another name, or a refusal. */
export type DnsAnswer =
  | { txt: (string | string[])[] }
  | { cname: string }
  | 'nxdomain'
  | 'servfail'
  | 'refused'
  | 'silent'

/** A name server of the suite's own. */
export interface DnsServer {
  /** Address and port, as DNS_RESOLVERS takes them. */
  readonly address: string
  /** What it says of each name, in lower case; of any other: no such name. */
  readonly zone: Map<string, DnsAnswer>
  /** The names that it was asked for TXT records of. */
  readonly asked: string[]
}

const RCODE = { nxdomain: 3, servfail: 2, refused: 5 } as const

/** Starts a name server on loopback for the suite; `address` is known at once. */
export async function startDnsServer(): Promise<DnsServer & { close(): Promise<void> }> {
  const socket = createSocket('udp4')
  const zone: DnsServer['zone'] = new Map()
  const asked: string[] = []
  socket.on('message', (message, { port, address }) => {
    const query = packet.decode(message)
    const name = query.questions?.[0]?.name.toLowerCase() ?? ''
    asked.push(name)
    const answer = answerTo(zone, name)
    if (answer === null) return
    socket.send(packet.encode({ ...answer, type: 'response', id: query.id, questions: query.questions }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const close = () => new Promise<void>((resolve) => socket.close(() => resolve()))
  return { address: `127.0.0.1:${socket.address().port}`, zone, asked, close }
}

/** The same from before the suite's tests until after them. */
export function useDnsServer(): DnsServer {
  let server: Awaited<ReturnType<typeof startDnsServer>> | undefined
  const running = () => {
    if (!server) throw new Error('the name server runs in tests only')
    return server
  }
  beforeAll(async () => {
    server = await startDnsServer()
  })
  afterAll(() => server?.close())
  return {
    get address() {
      return running().address
    },
    get zone() {
      return running().zone
    },
    get asked() {
      return running().asked
    },
  }
}

function answerTo(zone: DnsServer['zone'], name: string): packet.Packet | null {
  const answers: packet.Answer[] = []
  for (let at = name; ;) {
    const found = zone.get(at) ?? 'nxdomain'
    if (found === 'silent') return null
    if (typeof found === 'string') return { flags: packet.RECURSION_DESIRED | RCODE[found], answers }
    if ('cname' in found) {
      answers.push({ type: 'CNAME', name: at, ttl: 0, data: found.cname })
      at = found.cname
      continue
    }
    answers.push(...found.txt.map((data) => ({ type: 'TXT' as const, name: at, ttl: 0, data })))
    return { flags: packet.RECURSION_DESIRED, answers }
  }
}
