import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReceiptsNow } from './receipts-now'

const CHECKED = '2026-11-20T14:07:31.000Z'
const NOW = Date.parse('2026-11-20T14:08:00Z')

/** The service, as far as it is asked: what it was sent, and how it answers. */
let sent: string[] = []
let answer: (jwt: string) => Response | null

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  sent = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(body)
    const response = answer(body)
    return response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => vi.useRealTimers())

const left = (remaining: number) => ({
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': new Date(Date.now() + 40_000).toISOString(),
  date: new Date(Date.now()).toUTCString(),
})
const standing = (serial: string, headers: Record<string, string> = {}) => {
  const now = [{ serial, overall_status: 'withdrawn', verified_at: CHECKED }]
  return Response.json({ success: true, receipt: { now } }, { headers })
}
const refusal = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

/** Asks about receipts over 100 certificates each, for so long. */
async function ask(jwts: string[], forMs = 0): Promise<ReceiptsNow> {
  const run = new ReceiptsNow(
    jwts.map((jwt) => ({ jwt, places: 100 })),
    () => undefined,
  )
  void run.go()
  await vi.advanceTimersByTimeAsync(forMs)
  return run
}
const statusOf = (run: ReceiptsNow, serial: string) => run.standingOf(serial, Date.now())?.status

it('says how each stands, and when the service checked that', async () => {
  answer = (jwt) => standing(jwt)
  const run = await ask(['A-1', 'B-2'])
  expect(run.standingOf('A-1', NOW)).toMatchObject({ status: 'withdrawn', at: Date.parse(CHECKED), isOld: false })
  expect([statusOf(run, 'B-2'), run.isLate]).toEqual(['withdrawn', false])
})

it('asks for a receipt only once the minute has room for the whole of it, and for others', async () => {
  answer = (jwt) => standing(jwt, left(sent.length === 1 ? 140 : 240))
  const run = await ask(['A-1', 'B-2'], 30_000)
  expect([sent, run.isLate, statusOf(run, 'B-2')]).toEqual([['A-1'], true, undefined])
  await vi.advanceTimersByTimeAsync(15_000)
  expect([sent, statusOf(run, 'B-2')]).toEqual([['A-1', 'B-2'], 'withdrawn'])
})

it.each([
  ['too many were asked for', 429],
  ['the service is away', 503],
  ['nobody answers', null],
])('goes on by itself after %s', async (_name, status) => {
  answer = (jwt) => (sent.length > 1 ? standing(jwt) : status === null ? null : refusal(status))
  const run = await ask(['A-1'])
  expect([run.isLate, statusOf(run, 'A-1')]).toEqual([true, undefined])
  await vi.advanceTimersByTimeAsync(11_000)
  expect([sent.length, statusOf(run, 'A-1')]).toEqual([2, 'withdrawn'])
})

it('goes on to the next where one is refused, and asks for that no more', async () => {
  answer = (jwt) => (jwt === 'A-1' ? refusal(422) : standing(jwt))
  const run = await ask(['A-1', 'B-2'], 3_600_000)
  expect([sent, statusOf(run, 'A-1'), statusOf(run, 'B-2'), run.isLate]).toEqual([
    ['A-1', 'B-2'],
    undefined,
    'withdrawn',
    true,
  ])
})

it('gives way after five minutes, and at once where the page was restored', async () => {
  answer = (jwt) => standing(jwt)
  const run = await ask(['A-1'])
  const isOld = (at: number) => run.standingOf('A-1', at)?.isOld
  expect([isOld(NOW + 299_999), isOld(NOW + 300_000), isOld(NOW - 300_000)]).toEqual([false, true, true])
  run.giveWay()
  expect(isOld(NOW)).toBe(true)
})

it('that is ended asks for nothing more, and keeps no answer', async () => {
  answer = (jwt) => standing(jwt)
  const run = await ask([])
  const ended = new ReceiptsNow([{ jwt: 'A-1', places: 1 }], () => expect.unreachable())
  const going = ended.go()
  ended.end()
  await going
  expect([run.isLate, sent]).toEqual([false, ['A-1']])
})

it('asks the others while one cannot be determined, and gives that one up', async () => {
  answer = (jwt) => (jwt === 'A-1' ? refusal(503) : standing(jwt))
  const run = await ask(['A-1', 'B-2'], 600_000)
  expect([statusOf(run, 'A-1'), run.standingOf('B-2', NOW)?.status]).toEqual([undefined, 'withdrawn'])
  expect(sent).toEqual(['A-1', 'B-2', 'A-1', 'A-1', 'A-1', 'A-1'])
})
