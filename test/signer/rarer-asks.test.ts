import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { formatVkey, parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote, parseSignatureLine } from '@/lib/crypto/tlog/signed-note'
import { formatWitnessRequest } from '@/lib/crypto/tlog/witness-request'
import { env, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { cosignCheckpoint } from '@/lib/service/log/witness/cosign-checkpoint'
import { describeWitnesses } from '@/lib/service/log/witness/name-witness'
import { transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { findLogKeys, insertLogKey, makeLogKey, openNoteKeys } from '@/lib/store/log/keys/log-keys'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { SealCertificates } from '@/test/documents/seal-certificates'
import { ExampleLog, ORIGIN, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { leaveKeysTo, SignerProcess } from './signer-process'

const folder = mkdtempSync(join(tmpdir(), 'rarer-asks-'))
const journal = join(folder, 'journal')
mkdirSync(journal)
const certificates = new SealCertificates()
const seal = certificates.make('p256')
useServiceDatabase({ DATA_DIR: folder, JOURNAL_DIR: journal })

let signer: SignerProcess
beforeAll(async () => {
  signer = await SignerProcess.start({
    JOURNAL_DIR: journal,
    PDF_SEAL_CERTIFICATE: seal.certificate,
    PDF_SEAL_KEY: seal.key,
  })
})
afterAll(async () => {
  await signer.remove()
  for (const made of [folder, certificates.folder]) rmSync(made, { recursive: true, force: true })
})

/** Runs work as a process that has no key, neither of the service nor of its PDF seal. */
async function keyless<T>(work: () => Promise<T>, role: 'desk' | 'public' = 'desk'): Promise<T> {
  const back = await leaveKeysTo(signer, role)
  return work().finally(back)
}

const outcome = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus

describe('the seal of PDFs through the signer', () => {
  it('is made of a digest, and readers find it valid', async () => {
    const issuer = await mintIssuer()
    const pdf = await keyless(async () => issuedPdf(await issueOne(issuer)))
    const path = join(folder, 'sealed.pdf')
    await writeFile(path, pdf)
    const judged = async () => (await promisify(execFile)('pdfsig', [path])).stdout
    expect(await judged()).toContain('Signature is Valid')
    const altered = Buffer.from(pdf)
    const at = altered.indexOf('/Title') + 20
    altered[at] = (altered[at] ?? 0) ^ 1
    await writeFile(path, altered)
    expect(await judged()).not.toContain('Signature is Valid')
  })
})

describe('a witness that leaves its key to the signer', () => {
  it('confirms a log, from either side, and no other tree of it', async () => {
    const key = newNoteKey(ORIGIN, 'log')
    const log = await new ExampleLog(key, []).grow(someLeaves(key, 8))
    const other = await new ExampleLog(key, []).grow(someLeaves(newNoteKey(ORIGIN, 'log'), 9))
    setEnv({ ...env(), WITNESS_LOGS: [formatVkey(log.key.key)] })
    // Its key is made by a command with the signer's environment.
    const own = parseVkey((await describeWitnesses()).own.key)
    const request = (from: ExampleLog, oldSize: number) => {
      const checkpoint = from.files.get('checkpoint')?.toString() ?? ''
      return Buffer.from(formatWitnessRequest({ oldSize, proof: [], checkpoint }))
    }
    const size = log.leaves.length
    const answers = [
      await keyless(() => cosignCheckpoint(request(log, 0)), 'public'),
      await keyless(() => cosignCheckpoint(request(log, size))),
    ]
    for (const answer of answers) {
      if (!('lines' in answer)) throw new Error(`refused with ${answer.status}`)
      const { text } = parseNote(log.files.get('checkpoint') ?? Buffer.of())
      const signatures = [parseSignatureLine(answer.lines.trim())]
      expect(checkNoteSignatures({ text, signatures }, [own])[0]?.time).toBeGreaterThan(0)
    }
    expect(await keyless(() => cosignCheckpoint(request(other, size)))).toHaveProperty('status')
  })
})

describe('a compromised key beside a signer', () => {
  it('signs no more from that moment on, without a restart of either process', async () => {
    const issuer = await mintIssuer()
    const { rows } = await workingPool().query<{ key_id: string }>(
      `SELECT key_id FROM issuer_signing_keys WHERE issuer_id = $1 AND algorithm = 'ES256'`,
      [issuer.id],
    )
    const stolen = rows[0]?.key_id ?? ''
    const before = await keyless(() => issueOne(issuer))
    const misused = await keyless(() => issueOne(issuer))
    expect(await outcome(misused)).toBe('verified')
    const { rows: issued } = await workingPool().query<{ at: Date }>(
      `SELECT e.at FROM events e JOIN certificates c ON c.id = e.certificate_id WHERE c.serial = $1`,
      [misused],
    )
    const since = Number(issued[0]?.at)
    await compromiseIssuerKey(issuer.slug, stolen, since, 'test')
    const after = await keyless(async () => {
      expect(await outcome(before)).toBe('verified')
      expect(await outcome(misused)).toBe('invalid')
      return issueOne(issuer)
    })
    expect(await outcome(after)).toBe('verified')
  })
})

describe('the journal of a signer', () => {
  it('is read and never written', async () => {
    const serial = await issueOne(await mintIssuer())
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    const before = env()
    setEnv({ ...before, SIGNER_DIR: folder })
    await rm(join(journal, 'knowledge.snapshot'), { force: true })
    await compareAgain()
    expect(await readdir(journal)).not.toContain('knowledge.snapshot')
    setEnv(before)
    await compareAgain()
    expect(await readdir(journal)).toContain('knowledge.snapshot')
  })
})

describe('a key of the public log beside a signer', () => {
  it('signs no checkpoint of whatever log while there is none', async () => {
    await transaction(async (tx) => insertLogKey(tx, makeLogKey('log', ORIGIN, await databaseTime(tx))))
    const text = formatCheckpoint({ origin: 'other.example/log', size: 1, root: Buffer.alloc(32) })
    const signing = keyless(async () => {
      const [held] = openNoteKeys(await findLogKeys(workingPool()), 'log', Date.now())
      return held?.signer.sign(Buffer.from(text))
    })
    await expect(signing).rejects.toThrow('it is no checkpoint that this key signs')
  })
})
