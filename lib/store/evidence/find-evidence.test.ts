import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, servingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { findEvidence } from './find-evidence'

describe('the evidence of serials that are asked for together', () => {
  const database = useServiceDatabase()
  afterEach(async () => {
    vi.useRealTimers()
    await closeDatabase()
  })

  /** Asks for five at once, and says what came of each and how many queries that took. */
  async function readFive() {
    const issuer = await mintIssuer()
    const keys: string[] = []
    for (let made = 0; made < 5; made++) keys.push((await issueOne(issuer)).replaceAll('-', ''))
    await findEvidence(keys[0] ?? '')
    const queries = vi.spyOn(servingPool(), 'query')
    return {
      keys,
      ask: async () => {
        queries.mockClear()
        const settled = await Promise.allSettled(keys.map((key) => findEvidence(key)))
        return { settled, queries: queries.mock.calls.length }
      },
    }
  }

  it('is not read one by one where the clocks are apart, which none of them causes', async () => {
    const { ask } = await readFive()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const { settled, queries } = await ask()
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(queries).toBe(1)
  })

  it('is not read one by one where the role may not read', async () => {
    const { ask } = await readFive()
    const role = 'certs_service'
    await database.asOwner(`REVOKE SELECT ON status_changes, events FROM ${role}`)
    const { settled, queries } = await ask()
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: { code: '42501' } })
    expect(queries).toBe(1)
  })
})
