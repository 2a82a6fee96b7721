import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getStatusList, getStatusListJwt } from '@/lib/service/badges/get-status-list'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { examineKeys } from '@/lib/service/doctor/examine-keys'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { fillLog } from '@/lib/service/log/fill-log'
import { explainFailure } from '@/lib/service/operation/explain-failure'
import { isSignerThere } from '@/lib/service/operation/is-signer-there'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { leaveKeysTo, SignerProcess } from './signer-process'

useServiceDatabase()

/** A busy machine is no signer that is away. */
const PATIENCE_MS = 120_000

let signer: SignerProcess
let issuer: StoredIssuer

beforeAll(async () => {
  issuer = await mintIssuer()
  signer = await SignerProcess.start()
})
afterAll(() => signer.remove())

async function outcome(serial: string): Promise<string | undefined> {
  const checked = await checkCertificate(serial)
  return checked?.judgement.overallStatus
}

/** Runs work as a process that has no key. */
async function keyless<T>(work: () => Promise<T>): Promise<T> {
  const back = await leaveKeysTo(signer)
  return work().finally(back)
}

describe('a process that leaves its keys to the signer', () => {
  it('issues, corrects and withdraws', async () => {
    const { kept, corrected, withdrawn } = await keyless(async () => {
      const [first, second, third] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
      const { certificate } = await correctCertificate(second, { fullName: 'Another' }, { reason: 'n', actor: 'test' })
      await withdrawCertificate(third, { reason: 'r', publicReason: null, actor: 'test' })
      return { kept: first, corrected: [second, certificate.serial], withdrawn: third }
    })
    expect(await outcome(kept)).toBe('verified')
    expect(await Promise.all(corrected.map(outcome))).toEqual(['superseded', 'verified'])
    expect(await outcome(withdrawn)).toBe('withdrawn')
  })

  it('gives receipts, manifests and status lists', async () => {
    const serial = await issueOne(issuer)
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM status_lists WHERE issuer_id = $1', [
      issuer.id,
    ])
    const listId = rows[0]?.id ?? ''
    await keyless(async () => {
      expect((await giveReceipt(serial, 'ref'))?.judgement.overallStatus).toBe('verified')
      expect((await getManifest(serial)).artifacts.length).toBeGreaterThan(0)
      expect((await getStatusList(listId)).proof).toHaveLength(1)
      expect((await getStatusListJwt(listId)).split('.')).toHaveLength(3)
    })
  })

  it('judges and issues on after keys were rotated by the operator', async () => {
    const before = await issueOne(issuer)
    await rotateIssuerKeys(issuer.slug, 'test')
    await rotateServiceKey()
    const after = await keyless(async () => {
      expect(await outcome(before)).toBe('verified')
      return issueOne(issuer)
    })
    expect(await outcome(after)).toBe('verified')
  })

  it('can neither make nor change keys', async () => {
    const words = /Only the signer holds the key|with the signer’s environment/
    await keyless(async () => {
      await expect(rotateIssuerKeys(issuer.slug, 'test')).rejects.toThrow(words)
      await expect(rotateServiceKey()).rejects.toThrow(words)
      await expect(mintIssuer()).rejects.toThrow(words)
    })
  })

  it('logs what it does, under a log that the operator made', async () => {
    await fillLog()
    const serial = await keyless(() => issueOne(issuer))
    expect(await outcome(serial)).toBe('verified')
  })
})

describe('a signer that is away', () => {
  it('leaves checks as they are, and issuing undone in words', async () => {
    const serial = await issueOne(issuer)
    await keyless(async () => {
      expect(await isSignerThere(PATIENCE_MS)).toBe(true)
      await signer.end('SIGKILL')
      expect(await outcome(serial)).toBe('verified')
      expect(await isSignerThere()).toBe(false)
      expect(await examineKeys()).toContainEqual(expect.objectContaining({ id: 'signer', result: 'bad' }))
      await expect(issueOne(issuer)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The signer does not answer. Nothing can be signed just now.',
      })
      const told = await issueOne(issuer).catch(explainFailure)
      expect(told).toMatch(/^The signer does not answer\. .* The socket of the signer cannot be used: connect /)
      await signer.start()
      expect(await isSignerThere(PATIENCE_MS)).toBe(true)
      expect(await outcome(await issueOne(issuer))).toBe('verified')
    })
  })

  it('killed under load loses no certificate and makes none twice', async () => {
    // Chunks of 100, two at once: the third begins when the first has ended, and asks a signer that is not there.
    const rows = 300
    const lines = Array.from({ length: rows }, (_, row) => `Person ${row},Killed,Passed`)
    const file = Buffer.from(['full_name,event_title,achievement', ...lines, ''].join('\n'))
    const options = { dryRun: false, skipBad: false, allowRepeats: false, guessableSerials: false, actor: 'test' }
    let killed: Promise<unknown> | undefined
    const onProgress = (phase: string, done: number) => {
      if (phase === 'issuing' && done > 0) killed ??= signer.end('SIGKILL')
    }
    const run = () => issueFromFile(issuer.id, file, { ...options, onProgress }, async ({ issued }) => issued)
    const later = await keyless(async () => {
      await expect(run()).rejects.toMatchObject({ code: 'unavailable' })
      await killed
      await signer.start()
      return run()
    })
    expect(later).toBeGreaterThan(0)
    expect(later).toBeLessThan(rows)
    const found = await transaction((tx) =>
      tx.query<{ serial: string; name: string }>(
        `SELECT serial, full_name AS name FROM certificates WHERE event_title = 'Killed'`,
      ),
    )
    expect(found.rows).toHaveLength(rows)
    expect(new Set(found.rows.map(({ name }) => name)).size).toBe(rows)
    for (const { serial } of found.rows.filter((_, index) => index % 40 === 0))
      expect(await outcome(serial)).toBe('verified')
  })
})
