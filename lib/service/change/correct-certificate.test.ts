import { expect, it } from 'vitest'
import { type BatchEntry, verifyBatch } from '@/lib/service/check/verify-batch'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { correctCertificate } from './correct-certificate'
import { withdrawCertificate } from './withdraw-certificate'

useServiceDatabase()

const correct = async (serial: string, time: number) => {
  const who = { reason: 'r', actor: 'test' }
  return (await correctCertificate(serial, { achievement: `Grade ${time}` }, who)).certificate.serial
}
const replacementOf = ({ checked }: BatchEntry) => (checked === 'undetermined' ? null : checked?.replacement)

it('no lineage grows without end, and the last certificate of one can still be withdrawn', async () => {
  const serials = [await issueOne(await mintIssuer())]
  for (let time = 1; time < 50; time++) serials.push(await correct(serials.at(-1) ?? '', time))
  const last = serials.at(-1) ?? ''
  await expect(correct(last, 50)).rejects.toMatchObject({
    code: 'malformed',
    message: 'It was corrected 49 times, and more is not possible.',
  })
  expect((await verifyCertificate(last))?.judgement.overallStatus).toBe('verified')
  const replacements = (await verifyBatch(serials.slice(0, 49))).map(replacementOf)
  expect(replacements[0]?.certificate).toMatchObject({ content: { serial: last } })
  // A batch is read by a few statements at once, of which each has the lineage.
  expect(new Set(replacements).size, 'a lineage is judged once for all who ask in one statement').toBeLessThan(5)
  await withdrawCertificate(last, { reason: 'r', publicReason: null, actor: 'test' })
  expect((await verifyCertificate(last))?.judgement.overallStatus).toBe('withdrawn')
}, 600_000)
