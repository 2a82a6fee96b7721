import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { batchReceiptClaims, signBatchReceipt } from '@/lib/domain/receipt/batch-receipt'
import { certificateSha256, signReceipt } from '@/lib/domain/receipt/receipt'
import { renderReceipt } from '@/lib/render/receipt/render-receipt'
import { LogFolder } from '@/lib/store/log/log-folder'
import { exampleReceipt } from '@/test/documents/receipt-fixture'
import { ExampleLog } from '@/test/tlog/example-log'
import { certificateLog, loggedReceipt, standingLeaf } from '@/test/tlog/logged-receipt'

const COMMAND = join(import.meta.dirname, '../certs.mjs')

const { publicJwk, privateKey } = generateKeyPair('ES256')
const keyId = jwkThumbprint(publicJwk)
const example = exampleReceiptAnswer('https://certificates.example')
let folder = ''
let claims = example.receipt

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-command-'))
  claims = { ...claims, certificate_sha256: certificateSha256(example.certificate) }
  const log = await certificateLog()
  const logged = await loggedReceipt(log)
  claims = { ...logged.claims, certificate_sha256: claims.certificate_sha256 }
  const receiptJwt = await signReceipt(claims, localSigner(keyId, privateKey))
  const key = { ...example.verification_key, ...publicJwk, kid: keyId }
  const answer = {
    ...example,
    receipt: claims,
    receipt_jwt: receiptJwt,
    verification_key: key,
    log_proofs: logged.proofs,
  }
  const receiptJson = JSON.stringify(answer, null, 2)
  const batch = await signBatchReceipt(
    batchReceiptClaims({
      ...{ id: randomUUID(), serviceDid: claims.iss, reference: null },
      results: [
        { serial: 'NS/1', overall_status: 'not_found', verified_at: claims.verified_at, certificate_sha256: null },
      ],
    }),
    localSigner(keyId, privateKey),
  )
  const changed = receiptJwt.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const stranger = generateKeyPair('ES256')
  const foreign = await signReceipt(claims, localSigner(jwkThumbprint(stranger.publicJwk), stranger.privateKey))
  const contradicted = { ...claims, artifacts: [] }
  const other = { keyId, publicJwk: generateKeyPair('ES256').publicJwk }
  const files: Record<string, string | Uint8Array> = {
    'jwks.json': JSON.stringify(jwkSet([{ keyId, publicJwk }])),
    'other.json': JSON.stringify(jwkSet([other])),
    policy: log.policy,
    'other-policy': new ExampleLog().policy,
    'receipt.jwt': `${receiptJwt}\n`,
    'receipt.json': receiptJson,
    'changed.jwt': changed,
    'batch.json': JSON.stringify({ receipt_jwt: batch }),
    'record.json': JSON.stringify({ receipts: [batch, receiptJwt] }),
    'spoiled-record.json': JSON.stringify({ receipts: [foreign, receiptJwt, changed] }),
    'unknown-record.json': JSON.stringify({ receipts: [receiptJwt, foreign] }),
    'contradicted.json': JSON.stringify({
      receipt_jwt: await signReceipt(contradicted, localSigner(keyId, privateKey)),
      log_proofs: logged.proofs,
    }),
    'changed.json': receiptJson.replace('Ana-Lucía', 'Ana-Lucia'),
    'broken.json': receiptJson.slice(0, -3),
    'receipt.pdf': await renderReceipt(exampleReceipt({ receiptJwt, receiptJson })),
    'changed.pdf': await renderReceipt(
      exampleReceipt({ receiptJwt: `${receiptJwt.slice(0, -8)}AAAAAAAA`, receiptJson }),
    ),
    'damaged.pdf': '%PDF-1.7 and nothing else',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const later = await log.copy()
  await later.grow([standingLeaf('suspended')])
  for (const [name, copy] of Object.entries({ copy: log, later }))
    for (const [path, bytes] of copy.files) await new LogFolder(join(folder, name)).put(path, bytes)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The real command in a process of its own; its configuration is one with which no server would start. */
async function certs(...argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    PORT: 'none',
    DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none',
    DATA_DIR: join(folder, 'data'),
  }
  const child = spawn(process.execPath, [COMMAND, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** The last `--keys` counts. */
const check = (file: string, ...more: string[]) => certs('receipt', 'check', file, '--keys', 'jwks.json', ...more)

describe('certs receipt check', () => {
  it.each(['receipt.jwt', 'receipt.json', 'receipt.pdf'])(
    'finds %s good, without service or database',
    async (file) => {
      const { code, out, err } = await check(file)
      expect([code, err]).toEqual([0, ''])
      const { iss, jti, serial, overall_status, verified_at, certificate_sha256 } = claims
      for (const said of [iss, jti, serial, overall_status, verified_at, certificate_sha256, keyId]) {
        expect(out).toContain(said)
      }
      expect(out).toContain('(given by the requester, not checked)')
      expect(out).toContain('It says nothing about today')
      expect(await readdir(folder)).not.toContain('data')
    },
  )

  it('prints one document with --json', async () => {
    const { code, out } = await check('receipt.json', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      good: true,
      issuer: claims.iss,
      key: keyId,
      receipt: claims,
      certificate: 'matches',
      note: expect.stringContaining('nothing about today'),
    })
  })

  it.each(['receipt.json', 'receipt.pdf'])('proves from %s that the public log had the certificate', async (file) => {
    const { code, out, err } = await check(file, '--policy', 'policy')
    expect([code, err]).toEqual([0, ''])
    for (const said of ['certificates.example/log, 5 leaves', 'witness.example/w1', 'newest entry: issued']) {
      expect(out).toContain(said)
    }
  })

  it('says first of all that it no longer stands, where a copy of the log shows so', async () => {
    const copied = ['--policy', 'policy', '--mirror']
    const before = await check('receipt.json', ...copied, 'copy', '--json')
    expect([before.code, JSON.parse(before.out)]).toMatchObject([0, { good: true, log: { mirror: { stands: true } } }])
    const later = await check('receipt.json', ...copied, 'later')
    expect(later.code).toBe(1)
    expect(later.out).toMatch(/^The receipt no longer stands/)
    expect(later.out).not.toMatch(/\bgood\b/)
    const document = JSON.parse((await check('receipt.json', ...copied, 'later', '--json')).out) as unknown
    expect(document).toMatchObject({ good: false, log: { mirror: { stands: false } } })
  })

  it.each([
    [['receipt.jwt', '--policy', 'policy'], /carries no proofs/],
    [['receipt.json', '--policy', 'other-policy'], /No log of the policy signed/],
    [['receipt.json', '--policy', 'none'], /none cannot be read/],
    [['receipt.json', '--policy', 'policy', '--mirror', 'none'], /There is no folder none/],
    [['broken.json'], /not JSON/],
    [['damaged.pdf'], /could not be read|carries no signed receipt/],
    [['absent.jwt'], /cannot be read/],
    [
      ['receipt.jwt', '--keys', 'other.json'],
      /cannot be checked\. No key of the key set signed it\. The set may be older/,
    ],
    [['receipt.jwt', '--keys', 'receipt.jwt'], /The key set is not JSON/],
    [['receipt.jwt', '--keys', 'none.json'], /none\.json cannot be read/],
    [['unknown-record.json'], /cannot be checked/],
  ])('ends with 3 and a sentence where it cannot be told: %j', async ([file = '', ...more], sentence) => {
    const { code, out, err } = await check(file, ...more)
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(sentence)
  })

  it('reads the receipt of a batch, and the record of a long list', async () => {
    const batch = await check('batch.json')
    expect([batch.code, batch.err]).toEqual([0, ''])
    expect(batch.out).toMatch(/^The receipt is good[^]*Checks {10}1/)
    const record = await check('record.json')
    expect([record.code, record.err]).toEqual([0, ''])
    expect(record.out).toMatch(/^All 2 receipts are good/)
    const document = JSON.parse((await check('record.json', '--json')).out) as { receipts: unknown[] }
    expect(document).toMatchObject({ good: true, receipts: [{ issuer: claims.iss, key: keyId }, { receipt: claims }] })
    for (const file of ['batch.json', 'record.json']) {
      const { code, out } = await check(file, '--policy', 'policy')
      expect([code, out]).toEqual([
        3,
        expect.stringMatching(/^The service signed this\. What the public log says is not proved/),
      ])
      expect(JSON.parse((await check(file, '--policy', 'policy', '--json')).out)).toMatchObject({ good: null })
    }
  })

  it.each([
    ['changed.jwt', /signature is not valid|not a signed receipt/],
    ['changed.json', /The certificate in the file is not the one/],
    ['changed.pdf', /signature is not valid/],
    ['jwks.json', /holds no receipt_jwt/],
    ['spoiled-record.json', /signature is not valid|not a signed receipt/],
    ['contradicted.json --policy policy', /the public log says otherwise/],
  ])('fails %s with 1 and a sentence', async (words, sentence) => {
    const [file = '', ...more] = words.split(' ')
    const { code, out, err } = await check(file, ...more)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
  })

  it('cannot tell with the keys of somebody else, and says so in JSON', async () => {
    const { code, out, err } = await certs('receipt', 'check', 'receipt.jwt', '--keys', 'other.json', '--json')
    expect([code, err]).toEqual([3, ''])
    expect(JSON.parse(out)).toEqual({
      error: expect.stringMatching(/^The receipt cannot be checked\. No key of the key set/),
    })
  })

  it.each([
    [['receipt', 'check']],
    [['receipt', 'check', 'receipt.jwt']],
    [['receipt', 'check', 'receipt.jwt', '--key', 'x']],
    [['receipt']],
    [['receipt', 'check', 'receipt.json', '--keys', 'jwks.json', '--mirror', 'copy']],
  ])('ends with 2 on wrong usage: %j', async (argv) => expect((await certs(...argv)).code).toBe(2))
})
