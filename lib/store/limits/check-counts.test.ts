import { describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { servingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { sumLineageChecks } from './check-counts'

describe('sumLineageChecks', () => {
  useServiceDatabase()

  async function lineageOf(serial: string): Promise<string> {
    const { rows } = await servingPool().query<{ id: string }>(
      'SELECT lineage_id AS id FROM certificates WHERE serial = $1',
      [serial],
    )
    return rows[0]?.id ?? ''
  }

  it('sums over the whole chain and over days, and tells the last time', async () => {
    const first = await issueOne(await mintIssuer())
    const lineage = await lineageOf(first)
    expect(await sumLineageChecks(lineage)).toEqual({ checkCount: 0, lastCheckedAt: null })
    const { certificate } = await correctCertificate(first, { fullName: 'B C' }, { reason: 'r', actor: 'test' })
    await verifyCertificate(first)
    await servingPool().query("UPDATE certificate_checks SET day = day - 1, last_at = last_at - interval '1 day'")
    await verifyCertificate(first)
    const checked = await verifyCertificate(certificate.serial)
    const { checkCount, lastCheckedAt } = await sumLineageChecks(lineage)
    expect(checkCount).toBe(3)
    expect(lastCheckedAt).toBeGreaterThanOrEqual(checked?.checkedAt ?? Infinity)
  })
})
