import Ajv2019 from 'ajv/dist/2019'
import Ajv2020 from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BADGE_SCHEMAS } from '@/lib/domain/badge/structure/badge-schemas'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { prepareValidation } from './prepare-validation'

// Another file of this process may have left a thread that runs.
beforeAll(() => untrustedPool().close())
afterAll(() => untrustedPool().close())

describe('prepareValidation', () => {
  it('leaves nothing for the first badge to wait for', async () => {
    expect(untrustedPool().threadCount).toBe(0)
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await prepareValidation()
    clearInterval(timer)
    expect([untrustedPool().threadCount, turns > 0]).toEqual([1, true])
    const compiled = [vi.spyOn(Ajv2019.prototype, 'compile'), vi.spyOn(Ajv2020.prototype, 'compile')]
    for (const schema of Object.values(BADGE_SCHEMAS)) expect(schema()({})).toBe(false)
    for (const spy of compiled) expect(spy).not.toHaveBeenCalled()
  })
})
