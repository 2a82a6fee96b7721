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
const json = { 'content-type': 'application/json; charset=utf-8' }
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(null, { status: code, headers: { ...json, ...headers } })

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

describe('what a proxy answers in the place of a service that is away', () => {
  const proxy = (code: number) =>
    new Response('404 page not found', { status: code, headers: { 'content-type': 'text/plain' } })
  const parted = SERIAL.replaceAll('-', '.')

  it.each([
    ['a file was issued', file, 404],
    ['a certificate has a serial', listed, 404],
    ['a text stands for a serial of ours', () => newRow({ serial: parted }), 404],
    ['a text stands for a serial of ours', () => newRow({ serial: parted }), 200],
    ['a text stands for a serial of ours', () => newRow({ serial: parted }), 503],
  ])('does not say whether %s', async (_, rowOf, code) => {
    answer = () => proxy(code)
    const row = rowOf()
    const before = { ...row }
    const { run } = await work([row])
    expect([run.state, row]).toEqual(['unreachable', before])
    expect(asked).toHaveLength(1)
  })
})

describe('a serial of the service that is written with other marks', () => {
  const written = SERIAL.replaceAll('-', '.').toLowerCase()
  const FOREIGN = 'ACME.2026.0001.0009'
  const OTHER = 'NS/2024/0042'
  const pathOf = (serial: string) => `HEAD /api/public/credentials/verify/${encodeURIComponent(serial)}`

  /** The service with these certificates: those it was asked to check, of which each found one is counted, and what it signed. */
  function serviceWith(there: readonly string[], undetermined: readonly string[] = []) {
    const sent: string[] = []
    const checked: string[][] = []
    vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit) => {
      if (method === 'HEAD') {
        const serial = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
        sent.push(`HEAD ${path}`)
        return Promise.resolve(status(undetermined.includes(serial) ? 503 : there.includes(serial) ? 200 : 404))
      }
      const { serials } = JSON.parse(String(body)) as { serials: string[] }
      checked.push(serials)
      const results = serials.map((serial) => {
        const found = there.includes(serial)
        return { serial, found, certificate: null, verification: found ? verification : null }
      })
      return Promise.resolve(Response.json({ results, receipt_jwt: serials.join() }))
    })
    return { sent, checked }
  }

  it('is checked as it is meant where the certificate exists: nothing is asked for, counted or signed twice', async () => {
    const { sent, checked } = serviceWith([SERIAL, OTHER])
    const row = newRow({ serial: written })
    const { run } = await work([newRow({ serial: OTHER }), row])
    expect(sent).toEqual([pathOf(SERIAL), pathOf(written)])
    expect(checked).toEqual([[OTHER, SERIAL]])
    expect(run.list.receipts).toEqual([`${OTHER},${SERIAL}`])
    expect([run.state, row.serial, row.result?.status]).toEqual(['done', SERIAL, 'verified'])
  })

  it('stays as it is written where there is no such certificate: it is the number of another issuer', async () => {
    const { sent, checked } = serviceWith([OTHER])
    const row = newRow({ serial: FOREIGN })
    const { run } = await work([row, newRow({ serial: OTHER }), newRow({ serial: FOREIGN.toLowerCase() })])
    expect(sent).toEqual([pathOf('ACME-2026-0001-0009')])
    expect(checked.flat().sort()).toEqual([FOREIGN.toLowerCase(), OTHER].sort())
    expect(run.list.receipts).toHaveLength(1)
    expect([run.state, row.serial, row.result?.status]).toEqual(['done', FOREIGN, 'not_found'])
  })

  it('is an issuer’s own where one brought it', async () => {
    const { checked } = serviceWith([SERIAL, written])
    const row = newRow({ serial: written })
    await work([row])
    expect([checked, row.serial, row.result?.status]).toEqual([[[written]], written, 'verified'])
  })

  it('in the name of a file is checked at once, and the row says what was written', async () => {
    const { sent, checked } = serviceWith([SERIAL])
    const name = `certificate-${SERIAL}.pdf`
    const rows = [newRow({ serial: name }), newRow({ serial: SERIAL })]
    await work(rows)
    expect([sent, checked]).toEqual([[], [[SERIAL]]])
    expect(rows.map((row) => [row.serial, row.typed, row.result?.status])).toEqual([
      [SERIAL, name, 'verified'],
      [SERIAL, null, 'verified'],
    ])
  })

  it.each([
    ['small letters', 'acme-cert.7K3M9QXT2VBD8RWN', [['7K3M-9QXT-2VBD-8RWN'], ['acme-cert.7K3M9QXT2VBD8RWN']]],
    ['none', 'A/2026-0001-2345-6786', [['A/2026-0001-2345-6786']]],
  ])('is the number of an issuer with %s that holds what nobody has', async (_, number, asked) => {
    const { checked } = serviceWith([number])
    const row = newRow({ serial: number })
    const { run } = await work([row])
    expect(checked).toEqual(asked)
    expect([run.state, row.serial, row.result?.status]).toEqual(['done', number, 'verified'])
  })

  it('is asked for again from the start once verdicts are put aside', async () => {
    serviceWith([])
    const row = newRow({ serial: written })
    const { run } = await work([row])
    expect([row.serial, row.result?.status]).toEqual([written, 'not_found'])
    serviceWith([SERIAL])
    run.forget()
    void run.go()
    await vi.advanceTimersByTimeAsync(0)
    expect([row.serial, row.result?.status]).toEqual([SERIAL, 'verified'])
  })

  it('could not be checked where that stays so for it alone: it is not said to be none, and the others are checked', async () => {
    const { checked } = serviceWith([OTHER], [SERIAL])
    const [row, other] = [newRow({ serial: written }), newRow({ serial: OTHER })]
    const { run } = await work([row, other])
    expect([run.state, row.serial, row.result?.status]).toEqual(['done', written, 'undetermined'])
    expect([checked, other.result?.status]).toEqual([[[OTHER]], 'verified'])
  })

  it('stays open while the service is away, and is found afterwards', async () => {
    serviceWith([], [SERIAL, written])
    const row = newRow({ serial: written })
    const { run } = await work([row], '', 300_000)
    expect([run.state, row.result]).toEqual(['unreachable', null])
    serviceWith([SERIAL])
    await vi.advanceTimersByTimeAsync(120_000)
    expect([run.state, row.serial, row.result?.status]).toEqual(['done', SERIAL, 'verified'])
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
