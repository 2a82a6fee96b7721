import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '@/lib/http/limits/limits'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { rateCounter, setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { RedisRateCounter } from '@/lib/store/limits/redis-rate-counter'
import { countAttempt, countChallenge } from './desk-attempts'

afterEach(async () => {
  await rateCounter().close()
  setRateCounter(undefined)
})

/** How many of so many attempts at once were let pass. */
async function passed(times: number, attempt: (number: number) => Promise<void>): Promise<number> {
  const ends = await Promise.allSettled(Array.from({ length: times }, (_, number) => attempt(number)))
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'rate_limited', status: 429 })
  return ends.filter(({ status }) => status === 'fulfilled').length
}

describe.each([
  ['in memory', () => new MemoryRateCounter()],
  ['while Redis is absent', () => new RedisRateCounter('redis://127.0.0.1:1')],
])('attempts %s', (_name, counter) => {
  it('are slowed per address', async () => {
    setRateCounter(counter())
    const { limit } = LIMITS.desk_attempts
    expect(await passed(limit + 5, (number) => countAttempt('198.51.100.1', `person-${number}@desk.test`))).toBe(limit)
    expect(await passed(1, () => countAttempt('198.51.100.2', 'person-1@desk.test'))).toBe(1)
  })

  it('are slowed per account at an address, in any spelling, and leave it open from elsewhere', async () => {
    setRateCounter(counter())
    const { limit } = LIMITS.desk_account
    const spellings = ['one@desk.test', 'One@Desk.test', ' one@desk.test ']
    expect(await passed(limit + 5, (number) => countAttempt('198.51.100.3', spellings[number % 3] ?? ''))).toBe(limit)
    expect(await passed(1, () => countAttempt('198.51.100.3', 'two@desk.test'))).toBe(1)
    expect(await passed(1, () => countAttempt('198.51.100.4', 'one@desk.test'))).toBe(1)
  })

  it('are slowed per network of an IPv6 address, which one holder has many of', async () => {
    setRateCounter(counter())
    const { limit } = LIMITS.desk_challenges
    expect(await passed(limit + 5, (number) => countChallenge(`2001:db8:7:7::${number + 1}`))).toBe(limit)
  })
})
