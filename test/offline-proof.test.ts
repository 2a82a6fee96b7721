import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as KEYS } from '@/app/.well-known/jwks.json/route'
import { GET as GIVE } from '@/app/api/public/credentials/verify/[serial]/receipt/route'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { buildCredential, type SignedContent } from '@/lib/domain/certificate/credential'
import { statusBits, statusListCredential } from '@/lib/domain/certificate/status-list-credential'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { certificateSha256, signReceipt } from '@/lib/domain/receipt/receipt'
import { env } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { signVcJwt } from '@/lib/service/keys/sign-vc-jwt'
import { issueOne, mintIssuer, useServiceDatabase } from './database/service-database'
import { newAddress } from './verify-requests'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const example = exampleReceiptAnswer('https://certificates.example')
const claims = { ...example.receipt, certificate_sha256: certificateSha256(example.certificate) }

let folder = ''
let code: Map<string, string>

/** The one block of code in a language. */
const block = (text: string, language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offline-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const text = await readFile(join(ROOT, 'docs', 'offline.md'), 'utf8')
  code = new Map([
    ['sh', block(text, 'sh')],
    ['js', block(text, 'js')],
    ['mjs', block(text, 'mjs')],
  ])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Puts down what a person kept: a receipt by a new key, and the key set that it stands in. */
async function keep(change: (jwt: string) => string = (jwt) => jwt): Promise<void> {
  const [own, older] = [generateKeyPair('ES256'), generateKeyPair('ES256')]
  const keyId = jwkThumbprint(own.publicJwk)
  const jwt = change(await signReceipt(claims, localSigner(keyId, own.privateKey)))
  const keys = jwkSet([
    { keyId: jwkThumbprint(older.publicJwk), publicJwk: older.publicJwk },
    { keyId, publicJwk: own.publicJwk },
  ])
  await writeFile(join(folder, 'receipt.jwt'), jwt)
  await writeFile(join(folder, 'receipt.json'), JSON.stringify({ ...example, receipt_jwt: jwt }))
  await writeFile(join(folder, 'jwks.json'), JSON.stringify(keys))
}

const bySh = () => run('/bin/sh', ['-c', code.get('sh') ?? ''], { cwd: folder })

async function byJose() {
  await writeFile(join(folder, 'check.mjs'), code.get('js') ?? '')
  return run(process.execPath, ['check.mjs'], { cwd: folder })
}

/** Another bit inside of the payload, or of the signature. */
const flip = (jwt: string, at: number) => jwt.slice(0, at) + (jwt.charAt(at) === 'A' ? 'B' : 'A') + jwt.slice(at + 1)

describe('docs/offline.md', () => {
  useServiceDatabase()

  it('proves a receipt with openssl alone, whatever bytes the signature has', async () => {
    // A leading zero or high bit of r and s changes the length of their DER.
    for (let round = 0; round < 8; round += 1) {
      await keep()
      const { stdout } = await bySh()
      expect(stdout).toContain('Verified OK')
      expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual(claims)
    }
  })

  it('proves a receipt that the service gave, with the key set that it publishes', async () => {
    const serial = await issueOne(await mintIssuer())
    const asked = (path: string) => withPeerAddress(new Request(`${env().BASE_URL}${path}`), newAddress())
    const path = `/api/public/credentials/verify/${serial}/receipt?format=json`
    const given = await GIVE(asked(path), { params: Promise.resolve({ serial }) })
    const answer = (await given.json()) as typeof example
    await writeFile(join(folder, 'receipt.jwt'), answer.receipt_jwt)
    await writeFile(join(folder, 'receipt.json'), JSON.stringify(answer))
    const keys = await KEYS(asked('/.well-known/jwks.json'))
    await writeFile(join(folder, 'jwks.json'), await keys.text())
    const { stdout } = await bySh()
    expect(stdout).toContain('Verified OK')
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual(answer.receipt)
    expect((await byJose()).stdout).toContain(answer.receipt.jti)
  })

  it('finds a changed one with openssl', async () => {
    for (const change of [
      (jwt: string) => flip(jwt, jwt.indexOf('.') + 40),
      (jwt: string) => flip(jwt, jwt.length - 20),
    ]) {
      await keep(change)
      await expect(bySh()).rejects.toMatchObject({ code: 1 })
    }
  })

  it('proves a receipt with ten lines of jose, and finds a changed one', async () => {
    await keep()
    expect((await byJose()).stdout).toContain(claims.jti)
    await keep((jwt) => flip(jwt, jwt.length - 20))
    await expect(byJose()).rejects.toMatchObject({ code: 1 })
    await keep()
    const changed = { ...example.certificate, recipient: { full_name: 'Mallory', registration_number: null } }
    const { receipt_jwt } = JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8')) as typeof example
    await writeFile(join(folder, 'receipt.json'), JSON.stringify({ ...example, receipt_jwt, certificate: changed }))
    await expect(byJose()).rejects.toMatchObject({ stdout: 'The receipt fails.\n' })
  })
})

describe('docs/offline.md, of a certificate', () => {
  const DID = 'did:web:certificates.example:issuers:8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90'
  const LIST = '1c9d5a52-7f3f-4b55-a1f8-0d9f2a6b7c31'
  const url = `https://certificates.example/api/public/status/${LIST}`
  const content: SignedContent = {
    id: '0f7a8a53-5dbb-4e0c-8f0b-7f6c3a1b9a11',
    serial: '7K3M-9QXT-2VBD-8RWN',
    fullName: 'Ana-Lucía Müller',
    registrationNumber: null,
    eventTitle: 'Basic Safety Training',
    achievement: 'Passed',
    eventDate: null,
    issuedAt: Date.UTC(2026, 10, 3),
    expiresAt: null,
    issuer: { id: '8d9c2f0e-43ad-4c25-9d1c-3f5b6a7c8d90', did: DID, name: 'Northshore', verifiedDomain: '' },
    statusListId: LIST,
    statusIndex: 7,
  }

  /** Puts down what a person kept of a certificate. */
  async function keepCertificate(kept: { ended?: number[]; expiresAt?: number; list?: string; listedAt?: number }) {
    const own = generateKeyPair('ES256')
    const keyId = `${DID}#${jwkThumbprint(own.publicJwk)}`
    const signer = localSigner(keyId, own.privateKey)
    const { ended = [8], expiresAt = null, list = url, listedAt = Date.now() } = kept
    const origin = 'https://certificates.example'
    const credential = buildCredential({ ...content, expiresAt }, content.id, origin)
    const bits = statusBits(131_072, ended)
    const listed = statusListCredential({ url: list, issuerDid: DID, bits }, listedAt)
    await writeFile(join(folder, 'certificate.jwt'), await signVcJwt(credential, signer))
    await writeFile(join(folder, 'status.jwt'), `${await signVcJwt(listed, signer)}\n`)
    await writeFile(join(folder, 'issuer-jwks.json'), JSON.stringify(jwkSet([{ keyId, publicJwk: own.publicJwk }])))
    await writeFile(join(folder, 'certificate.mjs'), code.get('mjs') ?? '')
  }

  const checked = (did = DID) => run(process.execPath, ['certificate.mjs', did], { cwd: folder })

  it('is verified with what was kept', async () => {
    await keepCertificate({})
    expect((await checked()).stdout).toContain(content.serial)
    await keepCertificate({ list: url.replace(new URL(url).host, 'moved.example') })
    expect((await checked()).stdout).toContain(content.serial)
  })

  it('is not, withdrawn or ended, or with another issuer, list or time', async () => {
    await keepCertificate({ ended: [7] })
    await expect(checked()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('Withdrawn') as string })
    await keepCertificate({ list: `${url}0` })
    await expect(checked()).rejects.toMatchObject({ code: 1, stdout: 'The list of another certificate.\n' })
    await keepCertificate({ expiresAt: Date.UTC(2025, 0, 1) })
    await expect(checked()).rejects.toMatchObject({ stderr: expect.stringContaining('"exp" claim') as string })
    await keepCertificate({ listedAt: Date.now() - 3_600_000 })
    await expect(checked()).rejects.toMatchObject({ stderr: expect.stringContaining('"exp" claim') as string })
    await keepCertificate({})
    await expect(checked(`${DID}0`)).rejects.toMatchObject({ stderr: expect.stringContaining('"iss" claim') as string })
  })
})
