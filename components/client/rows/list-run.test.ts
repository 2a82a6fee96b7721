import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { type CheckedRow, newRow } from '@/lib/scan/list/list-row'
import { ListRun, type RunState } from './list-run'

const { certificate, verification } = exampleVerifyAnswer('https://certificates.example')
const SERIAL = certificate.serial
const FINGERPRINT = 'ab'.repeat(32)

/** The service, as far as a list asks it: what it was asked, and how it answers. */
let asked: string[] = []
let answer: (path: string) => Response | null = () => null

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const response = answer(path)
    return response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => vi.useRealTimers())

const known = () => Response.json({ certificate: { serial: SERIAL } })
const batch = () =>
  Response.json({
    results: [{ serial: SERIAL, found: true, error: null, certificate, verification, replacement_certificate: null }],
    receipt_jwt: 'a.b.c',
  })
const status = (code: number, headers: Record<string, string> = {}) => new Response(null, { status: code, headers })

/** Works through rows for so long, and says in which states it was. */
async function work(rows: CheckedRow[], reference = '', forMs = 0) {
  const states: RunState[] = []
  const run = new ListRun({ rows, receipts: [], reference, createdAt: Date.now() }, () => states.push(run.state))
  void run.go()
  await vi.advanceTimersByTimeAsync(forMs)
  return { run, states: [...new Set(states)] }
}

const file = () => newRow({ file: 'Müller.pdf', fingerprint: FINGERPRINT })
const listed = () => newRow({ serial: SERIAL })

describe('a serial of the service that is written with other marks', () => {
  const written = SERIAL.replaceAll('-', '.').toLowerCase()
  const none = () =>
    Response.json({
      results: [{ serial: written, found: false, error: null, certificate: null, verification: null }],
      receipt_jwt: 'says.not.found',
    })

  it('is asked for as it is written, then as it is meant, and no receipt says that there is none', async () => {
    answer = () => (asked.length === 1 ? none() : batch())
    const row = newRow({ serial: written })
    const { run } = await work([row])
    expect([asked.length, row.serial, row.result?.status]).toEqual([2, SERIAL, 'verified'])
    expect(run.list.receipts).toEqual(['a.b.c'])
  })

  it('is an issuer’s own where one brought it', async () => {
    answer = () =>
      Response.json({ results: [{ serial: written, found: true, error: null, certificate, verification }] })
    const row = newRow({ serial: written })
    await work([row])
    expect([asked.length, row.serial]).toEqual([1, written])
  })
})

describe('a file in a list', () => {
  it('is looked up by its fingerprint, and its certificate checked', async () => {
    answer = (path) => (path.includes('/artifacts/') ? known() : batch())
    const row = file()
    const { run } = await work([row])
    expect(asked).toEqual([`/api/public/artifacts/${FINGERPRINT}`, '/api/public/credentials/verify/batch'])
    expect([run.state, row.serial, row.problem, row.result?.status]).toEqual(['done', SERIAL, null, 'verified'])
  })

  it('that was not issued here is said to be none', async () => {
    answer = () => status(404)
    const row = file()
    const { run } = await work([row])
    expect([run.state, row.problem]).toEqual(['done', 'not_issued'])
  })

  it('waits where too many were asked for, and is asked for again', async () => {
    answer = () => (asked.length === 1 ? status(429, { 'retry-after': '30' }) : status(404))
    const row = file()
    const { run, states } = await work([row], '', 29_000)
    expect([run.state, asked.length, row.problem, run.open.length]).toEqual(['waiting', 1, null, 1])
    await vi.advanceTimersByTimeAsync(2000)
    expect([run.state, asked.length, row.problem]).toEqual(['done', 2, 'not_issued'])
    expect(states).toContain('waiting')
  })

  it('leaves places of the minute to others', async () => {
    const now = new Date(Date.now())
    const headers = {
      'x-ratelimit-remaining': '60',
      'x-ratelimit-reset': new Date(now.getTime() + 40_000).toISOString(),
      date: now.toUTCString(),
    }
    answer = () => status(404, headers)
    const { run } = await work([file(), file()], '', 30_000)
    expect([run.state, asked.length]).toEqual(['waiting', 1])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['nobody answers', null],
    ['the service is away', 503],
  ])('stays open while %s', async (_name, code) => {
    answer = () => (code === null ? null : status(code))
    const row = file()
    const { run } = await work([row], '', 1000)
    expect([run.state, row.problem, run.open.length]).toEqual(['unreachable', null, 1])
    answer = () => status(404)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([run.state, row.problem]).toEqual(['done', 'not_issued'])
  })
})

describe('the time of a check', () => {
  const missing = (headers: Record<string, string>) =>
    Response.json({ results: [{ serial: SERIAL, found: false, verification: null }] }, { headers })

  it('of a serial that is not found is that of the service too, however wrong this clock is', async () => {
    vi.setSystemTime('2031-01-01T00:00:00Z')
    answer = () => missing({ date: 'Fri, 20 Nov 2026 14:07:31 GMT' })
    const row = listed()
    await work([row])
    expect([row.result?.status, row.result?.at]).toEqual(['not_found', Date.parse('2026-11-20T14:07:31Z')])
  })

  it('is left out where the service says none', async () => {
    answer = () => missing({})
    const row = listed()
    await work([row])
    expect([row.result?.status, row.result?.at]).toEqual(['not_found', null])
  })
})

describe('a list that is refused', () => {
  it.each([400, 403, 413])('with %i is not sent again by itself', async (code) => {
    answer = () => status(code)
    const { run } = await work([listed()], 'Müller', 3_600_000)
    expect([run.state, asked.length, run.open.length]).toEqual(['refused', 1, 1])
  })

  it.each([408, 500, 503])('with %i is', async (code) => {
    answer = () => status(code)
    const { run } = await work([listed()], '', 8000)
    expect([run.state, asked.length]).toEqual(['unreachable', 2])
  })

  it('is sent again by somebody who says so', async () => {
    answer = () => status(400)
    const { run } = await work([listed()])
    answer = batch
    void run.go()
    await vi.advanceTimersByTimeAsync(0)
    expect(run.state).toBe('done')
  })
})
