import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { parsePolicy, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { type ProvedEntry, verifyCertificateProof } from '@/lib/domain/log/certificate-proof'
import { checkLoggedReceipt } from '@/lib/domain/receipt/check-logged-receipt'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { proveReceipt } from '@/lib/service/receipts/prove-receipt'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { findLogState } from '@/lib/store/log/log-state'
import { logStore } from '@/lib/store/log/open-log-store'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newNoteKey } from '@/test/tlog/note-keys'
import { fillLog } from './fill-log'
import { proveCertificate } from './prove-certificate'

const folder = mkdtempSync(join(tmpdir(), 'proved-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({ DATA_DIR: folder })

const WITNESS = newNoteKey('neighbour.example/witness', 'witness')
const now = () => Math.floor(Date.now() / 1000)

let issuer: StoredIssuer
let policy: TrustPolicy
let [early, late] = ['', '']

/** A witness confirms the tree as it is, and then the log goes on. */
beforeAll(async () => {
  issuer = await mintIssuer()
  early = await issueOne(issuer)
  await fillLog()
  const witnesses = `witness w ${formatVkey(WITNESS.key)}\nquorum w\n`
  await writeFile(join(folder, 'log-policy'), witnesses)
  const key = (await findLogKeys(workingPool())).find(({ purpose }) => purpose === 'log')
  policy = parsePolicy(Buffer.from(`log ${key ? formatVkey(noteKeyOf(key)) : ''}\n${witnesses}`))
  const store = await logStore()
  const { text, signatures } = parseNote((await store.read('checkpoint', 9999)) ?? Buffer.alloc(0))
  const cosignature = await cosignNote(WITNESS.key, WITNESS.signer, text, now() - 60)
  await store.put('checkpoint.witnessed', Buffer.from(formatNote({ text, signatures: [...signatures, cosignature] })))
  late = await issueOne(issuer)
})

async function proved(serial: string, by = policy): Promise<ProvedEntry[]> {
  const proofs = (await proveCertificate(serial)) ?? []
  return proofs.map(({ proof }) => verifyCertificateProof(Buffer.from(proof), by, now()))
}

describe('on a log that grows', () => {
  it('a leaf is proved in the newest tree that the quorum confirmed', async () => {
    expect(await proved(early)).toMatchObject([{ entry: { type: 'issued' }, checkpoint: { isWitnessed: true } }])
  })

  it('a receipt is proved under the quorum, though it names a later tree', async () => {
    const given = await giveReceipt(early, null)
    const logged = given && checkLoggedReceipt(given.claims, await proveReceipt(given), policy, now())
    expect(logged?.checkpoint.size).toBeLessThan(logged?.anchor.tree_size ?? 0)
    expect(logged?.checkpoint.isWitnessed).toBe(true)
  })

  it('a leaf that no confirmed tree has yet is proved in the newest one, and the others where they were', async () => {
    await expect(proved(late)).rejects.toThrow(/lacks the quorum/)
    expect(await proved(late, { ...policy, quorum: null })).toHaveLength(1)
    await withdrawCertificate(early, { reason: 'r', publicReason: null, actor: 'test' })
    const [issued, withdrawn] = await proved(early, { ...policy, quorum: null })
    expect(issued?.checkpoint.witnesses).toHaveLength(1)
    expect(withdrawn).toMatchObject({ entry: { type: 'withdrawn' }, checkpoint: { witnesses: [] } })
  })

  it('a note that nobody of the policy signed, or that is none, confirms nothing', async () => {
    const store = await logStore()
    const newest = (await store.read('checkpoint', 9999)) ?? Buffer.alloc(0)
    for (const note of [newest, Buffer.from('x')]) {
      await store.put('checkpoint.witnessed', note)
      const [issued] = await proved(early, { ...policy, quorum: null })
      expect(issued?.checkpoint.witnesses).toEqual([])
    }
  })

  it('files that are wrong give no proof that does not hold', async () => {
    const store = await logStore()
    const { size } = (await findLogState(workingPool())) ?? { size: 0 }
    const [tile, bundle] = ([0, 'entries'] as const).map((level) => tilePath({ level, index: 0, width: size }))
    for (const path of ['checkpoint', tile ?? '', bundle ?? '']) {
      const right = (await store.read(path, 99_999)) ?? Buffer.alloc(0)
      const flipped = Buffer.from(right)
      flipped.writeUInt8(right.readUInt8(10) ^ 1, 10)
      for (const wrong of [flipped, right.subarray(0, -1), right.subarray(0, 33), Buffer.alloc(0), Buffer.from('OK')]) {
        await store.put(path, wrong)
        await expect(proveCertificate(late), path).rejects.toMatchObject({ code: 'unavailable' })
      }
      await store.put(path, right)
    }
    expect(await proveCertificate(late)).toHaveLength(1)
  })
})
