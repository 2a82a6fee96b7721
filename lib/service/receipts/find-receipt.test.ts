import { expect, it } from 'vitest'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { findReceipt } from './find-receipt'
import { giveReceipt } from './give-receipt'

const database = useServiceDatabase()

it('a receipt whose certificate’s row is lost is undetermined, and not one that was never given', async () => {
  const issuer = await mintIssuer()
  const [kept, lost] = [await issueOne(issuer), await issueOne(issuer)]
  const ids = await Promise.all([kept, lost].map(async (serial) => (await giveReceipt(serial, null))?.claims.jti ?? ''))
  const lose = `SET session_replication_role = replica; DELETE FROM certificates WHERE serial = '${lost}'`
  await withoutGuards(database.adminUrl, 'certificates', lose)
  expect(await findReceipt(ids[0] ?? '')).toMatchObject({ overall_status_then: 'verified' })
  await expect(findReceipt(ids[1] ?? '')).rejects.toMatchObject({ code: 'unavailable' })
})
