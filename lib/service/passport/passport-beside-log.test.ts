import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fillLog } from '@/lib/service/log/fill-log'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { createPassportByOperator } from './create-passport-by-operator'
import { getPassport } from './get-passport'
import { openPassport } from './open-passport'
import { removeFromPassport } from './remove-from-passport'

const folder = mkdtempSync(join(tmpdir(), 'passport-log-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })

it('opens for its holder with a certificate that is not in the public log, which stands as undetermined by itself', async () => {
  const issuer = await mintIssuer()
  await fillLog()
  const [good, unlogged] = [await issueOne(issuer), await issueOne(issuer)]
  const { handle, manageUrl } = await createPassportByOperator([good, unlogged])
  const { rows } = await workingPool().query<{ lineageId: string }>(
    'SELECT lineage_id AS "lineageId" FROM certificates WHERE serial = $1',
    [unlogged],
  )
  const lineageId = rows[0]?.lineageId ?? ''
  await database.asOwner(
    `ALTER TABLE log_leaves DISABLE TRIGGER ALL; DELETE FROM log_leaves WHERE subject = '${lineageId}'`,
  )
  await expect(getPassport(handle)).rejects.toMatchObject({ code: 'unavailable' })
  const shown = (await openPassport(manageUrl))?.certificates
  expect(shown?.map(({ serial, overallStatus, fullName }) => [serial, overallStatus, fullName !== ''])).toEqual([
    [good, 'verified', true],
    [unlogged, 'undetermined', false],
  ])
  expect(await removeFromPassport(manageUrl, lineageId)).toBe('removed')
  expect((await getPassport(handle))?.certificates.map(({ serial }) => serial)).toEqual([good])
})
