import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { serialKey } from '@/lib/domain/certificate/serial'
import { verifyCertificateProof } from '@/lib/domain/log/certificate-proof'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { checkLoggedReceipt } from '@/lib/domain/receipt/check-logged-receipt'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { proveReceipt } from '@/lib/service/receipts/prove-receipt'
import { workingPool } from '@/lib/store/database/database'
import { compareLog } from '@/lib/store/log/compare-log'
import { missingTags } from '@/lib/store/log/complete-log'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { logStore } from '@/lib/store/log/open-log-store'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'
import { proveCertificate } from './prove-certificate'

const folder = mkdtempSync(join(tmpdir(), 'fill-log-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') }, 'owner')

/** What everybody finds in the published log. */
async function published() {
  const key = (await findLogKeys(workingPool())).find(({ purpose }) => purpose === 'log')
  if (!key) throw new Error('there is no key of the log')
  const policy = parsePolicy(Buffer.from(`log ${formatVkey(noteKeyOf(key))}\nquorum none\n`))
  const { faults, counts, checkpoint } = await verifyLog(await logStore(), policy, Math.floor(Date.now() / 1000))
  expect(faults).toEqual([])
  return { counts, size: checkpoint?.size }
}

/** The same proof for another serial. */
function swapSerial(line: string, serial: string): string {
  const extra = JSON.parse(Buffer.from(line.slice('extra '.length), 'base64').toString()) as object
  return `extra ${Buffer.from(JSON.stringify({ ...extra, serial })).toString('base64')}`
}

describe('the log of a service', () => {
  it('takes in what was there before, and from then on has whatever is done', async () => {
    const issuer = await mintIssuer()
    const [kept, corrected, withdrawn] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const options = { reason: 'Example', actor: 'test' }
    await correctCertificate(corrected, { fullName: 'Somebody Else' }, options)
    await withdrawCertificate(withdrawn, { ...options, publicReason: null })
    const erased = await issueOne(issuer)
    await eraseCertificate(erased, options)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await setIssuerStanding(issuer.slug, 'good', 'test')

    const stopping = new AbortController()
    await expect(fillLog(() => stopping.abort(), stopping.signal)).rejects.toThrow(/aborted/)
    // Cut off, the same again goes on where it was.
    const filled = await fillLog()
    expect(filled).toMatchObject({ intakeEnded: true, origin: 'verify.test/log' })
    const before = await published()
    // issued ×3, corrected ×2, withdrawn with its cover.
    expect(before.counts).toEqual({
      ...{ 'log-begin/v1': 1, 'log-issuer/v1': 1, 'log-key/v1': 2 + 1 + 2 },
      ...{ 'log-chain/v1': 2, 'log-notice/v1': 1, sealed: 3 + 2 + 2 },
    })
    expect(filled.intakeEnd).toBe((before.size ?? 0) - 1)
    expect(await fillLog()).toMatchObject({ size: before.size })

    const later = await issueOne(issuer)
    expect((await published()).counts.sealed).toBe(8)
    expect((await checkCertificate(later))?.judgement.overallStatus).toBe('verified')
    expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
    const proofs = await proveCertificate(kept)
    const key = (await findLogKeys(workingPool())).find(({ purpose }) => purpose === 'log')
    const policy = parsePolicy(Buffer.from(`log ${key ? formatVkey(noteKeyOf(key)) : ''}\nquorum none\n`))
    const proved = verifyCertificateProof(Buffer.from(proofs?.[0]?.proof ?? ''), policy, 0)
    expect(proved).toMatchObject({ serial: serialKey(kept), entry: { type: 'issued', place: 1, issuer_id: issuer.id } })
    const another = (proofs?.[0]?.proof ?? '').replace(/^extra .*$/m, (line) => swapSerial(line, serialKey(later)))
    expect(() => verifyCertificateProof(Buffer.from(another), policy, 0)).toThrow(/which tag the serial has/)
    expect((await checkCertificate(kept))?.log).toMatchObject({ state: 'taken_in', leaves: [expect.any(String)] })
    expect((await checkCertificate(later))?.log).toMatchObject({ state: 'entered', origin: 'verify.test/log' })
    const given = await giveReceipt(later, null)
    expect(given?.claims.log).toMatchObject({ leaf_hashes: [expect.any(String)] })
    const carried = given && checkLoggedReceipt(given.claims, await proveReceipt(given), policy, 0)
    expect(carried?.entries).toMatchObject([{ entry: { type: 'issued' }, leafHash: expect.any(Buffer) }])
    const { certificate } = await correctCertificate(later, { fullName: 'Somebody' }, options)
    expect((await published()).counts.sealed).toBe(10)
    await withdrawCertificate(certificate.serial, { ...options, publicReason: 'Issued in error.' })
    expect((await published()).counts.sealed).toBe(12)
    await eraseCertificate(kept, options)
    expect((await published()).counts.sealed).toBe(14)
    // Its leaves stay, and it has no row any more: whoever was erased is unknown, and not lost.
    await compareLog(workingPool(), 0)
    expect(missingTags()).toBeNull()
    expect(await checkCertificate(kept)).toBeNull()
    await rotateIssuerKeys(issuer.slug, 'test')
    await rotateServiceKey()
    await mintIssuer()
    // Each ended key with its new one, two events of keys; a new issuer, its two keys, and its domain.
    expect((await published()).counts).toMatchObject({
      ...{ 'log-key/v1': 5 + 4 + 2 + 2, 'log-chain/v1': 4, 'log-issuer/v1': 3, sealed: 14 },
    })
  })

  it('refuses events without leaves, whoever writes them', async () => {
    const forged = `INSERT INTO events (chain_id, sequence, chain, type, at, actor, service_key_id, signature)
      VALUES (gen_random_uuid(), 1, 'issuer', 'suspended', now(), 'operator', 'x', 'x')`
    await expect(database.asOwner(forged)).rejects.toMatchObject({ code: '23001' })
  })
})
