import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { leaveKeysTo, SignerProcess } from './signer-process'

useServiceDatabase()

let signer: SignerProcess

beforeAll(async () => {
  signer = await SignerProcess.start()
})
afterAll(() => signer.remove())

/** The first cannot be drawn, which is known long before the signer has answered for the last. */
const rows = Array.from({ length: 150 }, (_, index) => exampleRow(index === 0 ? { fullName: 'Ana \u{1F600}' } : {}))

it('refuses all rows, and goes on, if a file fails while the signer is asked for the rows behind it', async () => {
  const issuer = await mintIssuer()
  const nobodys: unknown[] = []
  const note = (reason: unknown) => nobodys.push(reason)
  const back = await leaveKeysTo(signer)
  process.on('unhandledRejection', note)
  try {
    await issueOne(issuer)
    await expect(issueCertificates(issuer.id, rows, 'test')).rejects.toMatchObject({ code: 'malformed' })
  } finally {
    process.off('unhandledRejection', note)
    back()
  }
  expect(nobodys).toEqual([])
})
