import { beforeEach, describe, expect, it } from 'vitest'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { servingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { verdictOn } from '@/test/verdicts'

useServiceDatabase()
beforeEach(() => setRateCounter(new MemoryRateCounter()))

async function outcome(serial: string): Promise<string> {
  const verdict = await verdictOn(serial)
  return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
}

const keys = async () => (await servingPool().query<{ id: string }>('SELECT id FROM service_keys')).rows

describe('the key of the service, called ended by somebody who writes to the database', () => {
  it.each(['retired', 'compromised'])('(%s): no other is made, and all is as before once the row is', async (state) => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const before = await keys()
    const set = (to: string, from: string) =>
      servingPool().query('UPDATE service_keys SET state = $1::key_state WHERE state = $2::key_state', [to, from])
    await set(state, 'active')
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    const withdrawal = withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    await expect(withdrawal).rejects.toMatchObject({ code: 'unavailable' })
    expect(await keys()).toEqual(before)
    expect(await outcome(serial)).toBe('unavailable')
    await set('active', state)
    expect(await outcome(serial)).toBe('verified')
    expect(await outcome(await issueOne(issuer))).toBe('verified')
  })
})
