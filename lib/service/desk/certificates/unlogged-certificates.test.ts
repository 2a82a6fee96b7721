import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { fillLog } from '@/lib/service/log/fill-log'
import { transaction, workingPool } from '@/lib/store/database/database'
import { insertWaitingWithdrawal } from '@/lib/store/desk/withdrawal-approvals'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { getCorrectable } from './correct-own-certificate'
import { listWaitingWithdrawals } from './decide-withdrawals'
import { withdrawOwnCertificate } from './withdraw-own-certificate'

const folder = mkdtempSync(join(tmpdir(), 'unlogged-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })

let issuer: StoredIssuer
let owner: MintedPerson
beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  await fillLog()
})

/** Issues one whose leaf is not there, so that a check of it is undetermined. */
async function issueUnlogged(): Promise<string> {
  const serial = await issueOne(issuer)
  await database.asOwner(`ALTER TABLE log_leaves DISABLE TRIGGER ALL; DELETE FROM log_leaves WHERE subject =
    (SELECT lineage_id FROM certificates WHERE serial = '${serial}')`)
  await expect(checkCertificate(serial)).rejects.toMatchObject({ code: 'unavailable' })
  return serial
}

it('are withdrawn, and may be corrected, at the desk', async () => {
  const serial = await issueUnlogged()
  expect(await getCorrectable(owner.member, serial)).toMatchObject({ serial })
  const typed = { serial, reason: 'Example', publicReason: '' }
  expect(await withdrawOwnCertificate(owner.member, serial, typed)).toBe('withdrawn')
  const { rows } = await workingPool().query('SELECT status FROM certificates WHERE serial = $1', [serial])
  expect(rows).toEqual([{ status: 'withdrawn' }])
})

it('keep nobody from seeing which withdrawals wait', async () => {
  const serial = await issueUnlogged()
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = $1', [serial])
  const order = { certificateId: rows[0]?.id ?? '', reason: 'Example', publicReason: null, notify: false }
  const asked = { issuerId: issuer.id, askedBy: `user:${owner.person.userId}`, ...order }
  await transaction((tx) => insertWaitingWithdrawal(tx, asked))
  const { waiting } = await listWaitingWithdrawals(owner.member)
  expect(waiting).toMatchObject([{ serial, fullName: exampleRow().fullName }])
})
