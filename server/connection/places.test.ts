import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '@/lib/i18n/languages'
import { expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { type RawAnswer, rawRequest } from '@/test/server/raw-request'
import { Places } from './places'

let listener: ListenerFixture

beforeEach(async () => {
  listener = await ListenerFixture.start({}, { places: { most: 4 } })
})
afterEach(() => listener.stop())

const slow = (address: string) => {
  const request = once(listener.server, 'request')
  const head = `host: x\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n`
  const answer = rawRequest(listener.port, `GET /api/slow HTTP/1.1\r\n${head}\r\n`)
  return request.then(() => ({ answer }))
}

/** Two addresses with all that each may have. */
const fill = async () => {
  const answers: Promise<RawAnswer>[] = []
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.2'])
    answers.push((await slow(address)).answer)
  return { answers }
}

describe('a service that is full', () => {
  it('refuses at once what comes, and serves again when a place is free', async () => {
    const { answers } = await fill()
    const refused = await listener.send('GET /api/verify/X')
    expectSentence(refused, 503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    listener.release()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listener.send('GET /api/verify/X')).status).toBe(200)
  })

  it('says so on pages, in the visitor’s language, with nothing else to fetch', async () => {
    await fill()
    for (const { code } of LANGUAGES) {
      const page = await listener.send('GET /verify/X', `accept-language: ${code}\r\n`)
      expect(page.status).toBe(503)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-language']).toBe(code)
      expect(page.headers['cache-control']).toBe('private, no-store')
      expect(page.headers['retry-after']).toMatch(/^[1-9]$/)
      expect(page.body).toContain(`<html lang="${code}"`)
      expect(page.body).not.toMatch(/src=|<link|<script/)
    }
  })

  it('still answers health', async () => {
    await fill()
    expect((await listener.send('GET /api/health/live')).status).toBe(200)
  })

  it('sends no body to HEAD', async () => {
    await fill()
    expect(await listener.send('HEAD /verify/X')).toMatchObject({ status: 503, body: '' })
  })
})

/** A connection that asks again and again while its address has no place, and the server's end of it. */
async function floodOf() {
  const connected = once(listener.server, 'connection') as Promise<[Socket]>
  const client = connect(listener.port, '127.0.0.1')
  const [served] = await connected
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  const request = 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n'
  let sent = 0
  const send = (requests: number) => {
    client.write(request.repeat(requests))
    sent += requests
  }
  return { client, served, statuses, send, isAnswered: () => statuses().length === sent }
}

it('a flood is held back in its own connection, and let in again', async () => {
  await listener.stop()
  listener = await ListenerFixture.start({ TRUSTED_PROXIES: '' }, { places: { most: 4 } })
  const { client, served, statuses, send, isAnswered } = await floodOf()
  await slow('127.0.0.1')
  await slow('127.0.0.1')
  // More and more of them: how many a busy machine refuses in a tenth of a second is not known.
  const flood = async () => {
    if (!isAnswered()) return false
    // Once all are answered no line holds it; nor, a few turns later, does what was too much for a turn.
    for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next))
    if (!served.isPaused()) send(200)
    return served.isPaused() && isAnswered()
  }
  await expect.poll(flood).toBe(true)
  await expect.poll(() => statuses().length).toBeGreaterThan(50)
  expect(new Set(statuses())).toEqual(new Set(['503']))
  listener.release()
  send(1)
  await expect.poll(() => statuses().at(-1)).toBe('200')
  await expect.poll(isAnswered).toBe(true)
  client.destroy()
})

it('no connection of a trusted proxy is held back, whatever one of its clients does', async () => {
  const { client, served, statuses, send, isAnswered } = await floodOf()
  await fill()
  let holds = 0
  served.on('pause', () => (holds += 1))
  for (let train = 0; train < 10; train++) {
    send(60)
    await expect.poll(isAnswered, { interval: 1 }).toBe(true)
  }
  expect([holds, new Set(statuses())]).toEqual([0, new Set(['503'])])
  client.destroy()
})

it('one address takes no more than half of the places', async () => {
  await slow('203.0.113.1')
  await slow('203.0.113.1')
  const from = (address: string) => listener.send('GET /api/verify/X', `x-forwarded-for: ${address}\r\n`)
  expectSentence(await from('203.0.113.1'), 503)
  expect((await from('203.0.113.2')).status).toBe(200)
})

describe('badges that name silent hosts', () => {
  const validate = async (address: string, path = '/api/badge') => {
    const request = once(listener.server, 'request')
    const head = `host: x\r\nx-forwarded-for: ${address}\r\nconnection: close\r\ncontent-length: 2\r\n`
    const answer = rawRequest(listener.port, `POST ${path} HTTP/1.1\r\n${head}\r\n{}`)
    await request
    return { answer }
  }

  it('take nothing from checks, however their path is written, and few places for one block of addresses', async () => {
    const held: Promise<RawAnswer>[] = []
    for (let at = 1; at <= 4; at++) held.push((await validate(`203.0.113.${at}`, '/api/b%61dge')).answer)
    expectSentence(await (await validate('203.0.113.5')).answer, 503)
    for (let at = 1; at <= 4; at++) held.push((await validate(`2001:db8:1:${at}::1`)).answer)
    expectSentence(await (await validate('2001:db8:1:5::1')).answer, 503)
    for (let at = 1; at <= 8; at++) held.push((await validate(`198.51.${at}.1`)).answer)
    expectSentence(await (await validate('192.0.2.1')).answer, 503)
    expect((await listener.send('GET /api/verify/X')).status).toBe(200)
    listener.release()
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array<number>(16).fill(200))
  })
})

it('eight badges whose bodies are on their way come from one block of addresses', async () => {
  const begin = async (address: string) => {
    const request = once(listener.server, 'request')
    const client = connect(listener.port, '127.0.0.1')
    client.write(`POST /api/badge HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-length: 2\r\n\r\n{`)
    await request
    return client
  }
  const clients: Socket[] = []
  for (let at = 1; at <= 8; at++) clients.push(await begin(`2001:db8:1:${at}::1`))
  const [answer] = (await once(await begin('2001:db8:1:9::1'), 'data')) as [Buffer]
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 503 /)
  for (const client of clients) client.destroy()
})

describe('the number of places', () => {
  let addresses = 0
  const takeAll = (places: Places) => {
    const leave: (() => void)[] = []
    const next = () => places.take(`address ${addresses++}`)
    for (let one = next(); one; one = next()) leave.push(one)
    return leave
  }
  const look = (places: Places, times: number) => {
    for (let time = 0; time < times; time++) places.look()
  }

  it('is the whole for a burst, and few while nothing is answered', () => {
    const places = new Places().stop()
    const all = takeAll(places)
    expect(all).toHaveLength(256)
    look(places, 9)
    for (const leave of all.slice(0, 10)) leave()
    expect(takeAll(places)).toHaveLength(10)
    look(places, 1)
    for (const leave of all.slice(10, 100)) leave()
    expect(places.take('another')).toBeNull()
  })

  it('is what can be answered in half a second while many are under way, and the whole again after', () => {
    const places = new Places().stop()
    let under = takeAll(places)
    for (let time = 0; time < 40; time++) {
      for (const leave of under.splice(0, 10)) leave()
      under = [...under, ...takeAll(places)]
      places.look()
    }
    // Ten answers a look are 200 a second.
    expect(under).toHaveLength(100)
    for (const leave of under) leave()
    look(places, 1)
    expect(takeAll(places)).toHaveLength(256)
  })

  it('is not lowered for others by what one address holds', () => {
    const places = new Places().stop()
    for (let one = places.take('greedy'); one; one = places.take('greedy'));
    look(places, 11)
    // Few are left, since nothing is answered: half of them for everybody else.
    expect(takeAll(places)).toHaveLength(24)
    expect(places.take('greedy')).toBeNull()
  })
})
