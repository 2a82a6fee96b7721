import { expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { countCheck } from '@/lib/store/limits/count-checks'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { isWeekBeyond } from './search-sources'

useServiceDatabase()

it('knows without counting all of them whether more certificates were checked within the week', async () => {
  for (const issuer of [await mintIssuer(), await mintIssuer()]) await issueOne(issuer)
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates')
  for (const { id } of [...rows, ...rows]) await countCheck(id)
  expect([await isWeekBeyond(1), await isWeekBeyond(2)]).toEqual([true, false])
})
