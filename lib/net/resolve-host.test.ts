import { decode, encode, type Answer } from 'dns-packet'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { resolveHost } from './resolve-host'

type Reply = (type: string) => { answers: Answer[]; code?: 'NXDOMAIN' | 'SERVFAIL' } | 'silence'

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 }
const NAME = 'issuer.example.com'
const never = new AbortController().signal
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server on loopback. */
async function nameServer(reply: Reply): Promise<{ servers: string[]; asked: string[] }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  sockets.push(socket)
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const type = String(questions[0]?.type)
    asked.push(`${type} ${String(questions[0]?.name)}`)
    const said = reply(type)
    if (said === 'silence') return
    const flags = 0x0180 | (said.code ? CODES[said.code] : 0)
    socket.send(encode({ id, type: 'response', flags, questions, answers: said.answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

const a = (data: string): Answer => ({ type: 'A', name: NAME, data, ttl: 0 })
const aaaa = (data: string): Answer => ({ type: 'AAAA', name: NAME, data, ttl: 0 })

describe('resolveHost', () => {
  it('gives all addresses of both families', async () => {
    const { servers, asked } = await nameServer((type) => ({
      answers: type === 'A' ? [a('93.184.216.34'), a('10.0.0.1')] : [aaaa('2606:4700::1'), aaaa('::ffff:127.0.0.1')],
    }))
    const addresses = await resolveHost(NAME, never, servers)
    expect(addresses.toSorted()).toEqual(['10.0.0.1', '2606:4700::1', '93.184.216.34', '::ffff:127.0.0.1'])
    // A question may be put again where the machine is busy for longer than it waits.
    expect([...new Set(asked)].toSorted()).toEqual([`A ${NAME}`, `AAAA ${NAME}`])
  })

  it('follows an alias to what it leads to', async () => {
    const { servers } = await nameServer((type) => ({
      answers: [
        { type: 'CNAME', name: NAME, data: 'inside.example.com', ttl: 0 },
        ...(type === 'A' ? [{ type: 'A' as const, name: 'inside.example.com', data: '10.0.0.1', ttl: 0 }] : []),
      ],
    }))
    expect(await resolveHost(NAME, never, servers)).toEqual(['10.0.0.1'])
  })

  it('is content with one family', async () => {
    const { servers } = await nameServer((type) =>
      type === 'A' ? { answers: [], code: 'SERVFAIL' } : { answers: [aaaa('2606:4700::1')] },
    )
    expect(await resolveHost(NAME, never, servers)).toEqual(['2606:4700::1'])
  })

  it.each([
    ['no such name', { answers: [], code: 'NXDOMAIN' as const }],
    ['no address', { answers: [] }],
    ['a failing server', { answers: [], code: 'SERVFAIL' as const }],
  ])('%s: throws', async (_, reply) => {
    const { servers } = await nameServer(() => reply)
    await expect(resolveHost(NAME, never, servers)).rejects.toThrow(`no address of ${NAME}`)
  })

  it('does not look into the hosts file', async () => {
    const { servers } = await nameServer(() => ({ answers: [], code: 'NXDOMAIN' }))
    await expect(resolveHost('localhost', never, servers)).rejects.toThrow('no address')
  })

  it('stops asking a silent server when the time is over', async () => {
    const limit = new AbortController()
    const { servers } = await nameServer(() => {
      limit.abort()
      return 'silence'
    })
    await expect(resolveHost(NAME, limit.signal, servers)).rejects.toThrow('no address')
  })
})
