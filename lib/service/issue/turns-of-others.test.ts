import { expect, it } from 'vitest'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issueCertificates } from './issue-certificates'

useServiceDatabase()

it('lets whatever else waits have a turn between any two certificates', async () => {
  const issuer = await mintIssuer()
  let turn = 0
  let issuing = true
  const count = () => {
    turn += 1
    if (issuing) setImmediate(count)
  }
  setImmediate(count)
  const read: number[] = []
  const rows = Array.from({ length: 10 }, () => {
    // It is read once of each row, where that is signed.
    return Object.defineProperty(exampleRow(), 'achievement', {
      get() {
        read.push(turn)
        return 'Passed'
      },
    })
  })
  await issueCertificates(issuer.id, rows, 'test').finally(() => (issuing = false))
  expect(read).toHaveLength(rows.length)
  expect(new Set(read).size).toBe(rows.length)
})
