import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceiptAnswer, ReceiptClaims } from '@/lib/contract/check/receipt'
import {
  RECEIPT_BYTES,
  type ReceiptValidationAnswer,
  receiptValidationAnswerShape,
} from '@/lib/contract/check/receipt-validation'
import { serviceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { generateKeyPair, jwkThumbprint, parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { signReceipt } from '@/lib/domain/receipt/receipt'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { servingSigner } from '@/lib/service/keys/service-signer'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { makeReceiptPdf } from '@/lib/service/receipts/make-receipt-pdf'
import { presentReceipt } from '@/lib/service/receipts/present-receipt'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { onePagePdf } from '@/test/documents/pdf-fixture'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { GET as didDocument } from '../../../../.well-known/did.json/route'
import { GET as keySet } from '../../../../.well-known/jwks.json/route'
import { GET as findReceipt } from '../[id]/route'
import { POST } from './route'

const run = promisify(execFile)
const BY = { reason: 'kept inside', actor: 'test' }

const database = useServiceDatabase()
let issuer: StoredIssuer
let folder: string

beforeAll(() => patientInspections())
beforeAll(async () => {
  issuer = await mintIssuer()
  folder = await mkdtemp(join(tmpdir(), 'receipts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Body = string | Uint8Array<ArrayBuffer> | FormData

function send(body: Body, type = 'application/jwt', address = newAddress()): Promise<Response> {
  const headers: Record<string, string> = body instanceof FormData ? {} : { 'content-type': type }
  const request = new Request('https://verify.test/api/public/receipts/validate', { method: 'POST', body, headers })
  return POST(withPeerAddress(request, address))
}

async function answerOf(status: number, body: Body, type?: string): Promise<ReceiptValidationAnswer> {
  const response = await send(body, type)
  const text = await response.text()
  expect([response.status, text]).toEqual([status, expect.any(String)])
  expect(response.headers.get('x-ratelimit-limit')).toBe('120')
  return receiptValidationAnswerShape.parse(JSON.parse(text))
}

async function receiptOf(serial: string): Promise<ReceiptAnswer> {
  const given = await giveReceipt(serial, 'Case 2026/118')
  if (!given) throw new Error('no receipt was given')
  return presentReceipt(given, null)
}

const countOf = async (serial: string) => (await showCertificate(serial)).check_count
const failureOf = async (body: Body, type?: string) => (await answerOf(422, body, type)).receipt.errors[0]?.code

async function attached(name: string, ...texts: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
  const stream = 'BT /F1 20 Tf 50 700 Td (Receipt: Mallory Forger, Genuine and current) Tj ET'
  let path = join(folder, `${name}.pdf`)
  await writeFile(path, onePagePdf({ dictionary: '', stream }, drawn))
  for (const [index, text] of texts.entries()) {
    const [jwt, next] = [join(folder, `${name}-${index}.jwt`), join(folder, `${name}-${index}.pdf`)]
    await writeFile(jwt, text)
    await run('qpdf', [path, '--add-attachment', jwt, '--', next])
    path = next
  }
  return new Uint8Array(await readFile(path))
}

/** Signed by a key of the test's own. */
async function forged(claims: ReceiptClaims): Promise<string> {
  const { publicJwk, privateKey } = generateKeyPair('ES256')
  return signReceipt(claims, localSigner(jwkThumbprint(publicJwk), privateKey))
}

describe('answers', () => {
  it('the PDF, the JSON, the signed text and a form alike, and counts no check', async () => {
    const serial = await issueOne(issuer)
    const receipt = await receiptOf(serial)
    const pdf = new Uint8Array(await makeReceiptPdf(receipt))
    const form = new FormData()
    form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'receipt.pdf')
    const stored = await findReceipt(withPeerAddress(new Request('https://verify.test/'), newAddress()), {
      params: Promise.resolve({ id: receipt.receipt.jti }),
    })
    const sent: [Body, string?][] = [
      [receipt.receipt_jwt],
      [`${receipt.receipt_jwt}\n`, 'text/plain'],
      [JSON.stringify(receipt, null, 2), 'application/json'],
      [await stored.text(), 'application/json'],
      [pdf, 'application/pdf'],
      // What it is, its bytes say.
      [pdf, 'application/json'],
      [form],
    ]
    for (const [body, type] of sent) {
      const { success, receipt: validated } = await answerOf(200, body, type)
      expect([success, validated.valid, validated.kind]).toEqual([true, true, 'verification_receipt'])
      expect(validated.claims).toEqual(receipt.receipt)
      expect(validated.then).toEqual([
        expect.objectContaining({ serial, overall_status: 'verified', verified_at: receipt.receipt.verified_at }),
      ])
      expect(validated.now).toEqual([
        expect.objectContaining({
          serial,
          overall_status: 'verified',
          replacement_serial: null,
          verification_url: `https://verify.test/verify/${serial}`,
        }),
      ])
    }
    expect(await countOf(serial)).toBe(1)
  })

  it('how it stands now: withdrawn, replaced, gone', async () => {
    const [withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer)]
    const before = await Promise.all([withdrawn, replaced].map(receiptOf))
    await withdrawCertificate(withdrawn, { ...BY, publicReason: null })
    const { certificate } = await correctCertificate(replaced, { fullName: 'Ana Lucía' }, BY)
    const { signer } = await servingSigner()
    const gone = await signReceipt({ ...(before[0] as ReceiptAnswer).receipt, serial: '7K3M-9QXT-2VBD-8RWN' }, signer)
    const [first, second, third] = await Promise.all([
      answerOf(200, before[0]?.receipt_jwt ?? ''),
      answerOf(200, before[1]?.receipt_jwt ?? ''),
      answerOf(200, gone),
    ])
    expect(first.receipt.now[0]).toMatchObject({ overall_status: 'withdrawn' })
    expect(second.receipt.now[0]).toMatchObject({
      overall_status: 'superseded',
      replacement_serial: certificate.serial,
    })
    expect(third.receipt.now[0]).toMatchObject({ overall_status: 'not_found', verification_url: null })
    for (const { receipt } of [first, second, third]) expect(receipt.then[0]?.overall_status).toBe('verified')
  })

  it('nothing of a certificate that had ended when it was signed and stands now: the service is older than its receipt', async () => {
    const { signer } = await servingSigner()
    const { receipt } = await receiptOf(await issueOne(issuer))
    expect((await answerOf(200, await signReceipt(receipt, signer))).receipt.now[0]?.overall_status).toBe('verified')
    for (const status of ['withdrawn', 'superseded'] as const)
      expect((await send(await signReceipt({ ...receipt, overall_status: status }, signer))).status).toBe(503)
  })

  it('nothing of what was in a public log where the service has none: it is older than its receipt', async () => {
    const { signer } = await servingSigner()
    const { receipt } = await receiptOf(await issueOne(issuer))
    const log = { origin: 'verify.test/log', tree_size: 9, root_hash: 'ab'.repeat(32), leaf_hashes: [] }
    expect((await send(await signReceipt({ ...receipt, log }, signer))).status).toBe(503)
  })

  it('what is signed, whatever the file shows around it', async () => {
    const serial = await issueOne(issuer)
    const { receipt, receipt_jwt: jwt } = await receiptOf(serial)
    const response = await send(await attached('drawn', jwt), 'application/pdf')
    const text = await response.text()
    expect(response.status).toBe(200)
    expect((JSON.parse(text) as ReceiptValidationAnswer).receipt.claims).toEqual(receipt)
    expect(text).not.toMatch(/Mallory/)
  })

  it('a receipt of a key that was retired since', async () => {
    const { receipt_jwt: jwt } = await receiptOf(await issueOne(issuer))
    await rotateServiceKey()
    expect((await answerOf(200, jwt)).receipt.valid).toBe(true)
  })
})

describe('refuses', () => {
  it('what was changed, forged, given elsewhere, or is another thing: 422, each by its name', async () => {
    const receipt = await receiptOf(await issueOne(issuer))
    const { receipt_jwt: jwt, receipt: claims } = receipt
    const { signer } = await servingSigner()
    const sign = (typ: string, payload: object) =>
      signCompactJws({ typ, kid: signer.keyId }, JSON.stringify(payload), signer)
    const type = 'verification-receipt+jwt'
    const other = { ...claims, iss: 'did:web:receipts.example' }
    const json = (changed: object) => JSON.stringify({ ...receipt, ...changed })
    const cases: [string, Body, string?][] = [
      ['signature_invalid', `${jwt.slice(0, -20)}${jwt.slice(-20) === 'A'.repeat(20) ? 'B' : 'A'.repeat(20)}`],
      ['unknown_key', await forged(claims)],
      ['unknown_key', json({ receipt_jwt: await forged(claims) }), 'application/json'],
      ['other_service', await forged(other)],
      ['not_a_receipt', await sign('artifact-statement+jwt', claims)],
      ['not_a_receipt', 'e30.e30.e30'],
      ['claims_malformed', await sign(type, { serial: 'x' })],
      [
        'content_differs',
        json({ receipt: { ...claims, overall_status: 'verified', serial: 'X-1' } }),
        'application/json',
      ],
      ['content_differs', json({ certificate: null }), 'application/json'],
      ['no_receipt', await attached('none'), 'application/pdf'],
      ['no_receipt', new Uint8Array(await issuedPdf(claims.serial)), 'application/pdf'],
      ['several_receipts', await attached('two', jwt, await forged(other)), 'application/pdf'],
      ['unknown_key', await attached('forged', await forged(claims)), 'application/pdf'],
    ]
    for (const [code, body, mediaType] of cases) {
      const answer = await answerOf(422, body, mediaType)
      expect(answer.receipt).toEqual({
        valid: false,
        kind: null,
        claims: null,
        then: [],
        now: [],
        errors: [{ code, message: expect.stringMatching(/\.$/) }],
      })
      expect([answer.success, answer.error]).toEqual([false, answer.receipt.errors[0]?.message])
    }
  })

  it('what is no receipt at all with 400, and what is too large with 413', async () => {
    for (const [body, type] of [
      ['', undefined],
      ['hello', undefined],
      ['{"receipt_jwt":1}', 'application/json'],
      ['{"receipt_jwt":"a.b.c","receipt_jwt":"a.b.c"}', 'application/json'],
      ['[]', 'application/json'],
      ['%PDF-1.7 nothing', 'application/pdf'],
      ['\u0000', 'application/jwt'],
      ['a.b.c', 'image/png'],
    ] as const) {
      const response = await send(body, type)
      expect([response.status, body]).toEqual([400, body])
      expect(await response.json()).toMatchObject({ success: false, error: expect.stringMatching(/\.$/) })
    }
    expect((await send('x'.repeat(RECEIPT_BYTES + 1))).status).toBe(413)
  })

  it('to check the certificate where no place of “verify by serial” is left, but not to say what fails', async () => {
    const serial = await issueOne(issuer)
    const { receipt_jwt: jwt, receipt } = await receiptOf(serial)
    const address = newAddress()
    await usePlaces('verify', 240, address)
    const response = await send(jwt, undefined, address)
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([429, '240'])
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect((await send(await forged(receipt), undefined, address)).status).toBe(422)
  })
})

describe('a key of the service whose row was damaged', () => {
  const stored = async (jti: string) => {
    const params = Promise.resolve({ id: jti })
    return (await findReceipt(withPeerAddress(new Request('https://verify.test/'), newAddress()), { params })).status
  }

  it.each([
    ['its MAC', "UPDATE service_keys SET mac = 'AAAA' WHERE id = $1"],
    ['its state', "UPDATE service_keys SET state = 'compromised' WHERE id = $1"],
    ['its id', "UPDATE service_keys SET id = 'AAAA' WHERE id = $1"],
    ['its key', "UPDATE service_keys SET public_jwk = '{}' WHERE id = $1"],
  ])('calls nothing of it false, and the other keys go on: %s', async (_what, damage) => {
    const serial = await issueOne(issuer)
    const before = await receiptOf(serial)
    const { retired } = await rotateServiceKey()
    const after = await receiptOf(await issueOne(await mintIssuer()))
    const { rows } = await workingPool().query('SELECT id, public_jwk, state, mac FROM service_keys WHERE id = $1', [
      retired,
    ])
    await workingPool().query(damage, [retired])
    try {
      expect((await send(before.receipt_jwt)).status).toBe(503)
      expect((await send(JSON.stringify(before), 'application/json')).status).toBe(503)
      expect((await send(await forged(before.receipt))).status).toBe(503)
      expect(await stored(before.receipt.jti)).toBe(503)
      expect(await stored(after.receipt.jti)).toBe(200)
      expect((await send(after.receipt_jwt)).status).toBe(200)
      for (const published of [keySet, didDocument]) {
        const asked = withPeerAddress(new Request('https://verify.test/.well-known/'), newAddress())
        expect((await published(asked)).status).toBe(503)
      }
    } finally {
      await workingPool().query(
        `UPDATE service_keys SET (id, public_jwk, state, mac) = ($2, $3, $4, $5)
         WHERE id IN ($1, 'AAAA')`,
        [retired, ...Object.values(rows[0] as object)],
      )
    }
    expect((await send(before.receipt_jwt)).status).toBe(200)
  })
})

describe('isolation', () => {
  it('tells no name and no reason, of no certificate', async () => {
    const serial = await issueOne(issuer)
    const receipt = await receiptOf(serial)
    await withdrawCertificate(serial, { ...BY, publicReason: 'Issued in error.' })
    const text = await (await send(JSON.stringify(receipt), 'application/json')).text()
    expect(text).not.toMatch(/Müller|REG-0418|kept inside|Issued in error/)
  })

  it('believes nothing of a key that became known to others', async () => {
    const { receipt_jwt: jwt } = await receiptOf(await issueOne(issuer))
    const { retired } = await rotateServiceKey()
    await transaction(async (tx) => {
      const { rows } = await tx.query<{ jwk: string }>('SELECT public_jwk AS jwk FROM service_keys WHERE id = $1', [
        retired,
      ])
      const publicJwk = parsePublicJwk(JSON.parse(rows[0]?.jwk ?? ''))
      const mac = serviceKeyMac(requireKeyEncryptionKey(), { id: retired, publicJwk, state: 'compromised' })
      await tx.query("UPDATE service_keys SET state = 'compromised', mac = $2 WHERE id = $1", [retired, mac])
    })
    expect(await failureOf(jwt)).toBe('key_compromised')
  })

  it('calls none that was given here forged because somebody took its key away', async () => {
    const { receipt_jwt: jwt } = await receiptOf(await issueOne(issuer))
    const { retired } = await rotateServiceKey()
    await database.asOwner(
      `ALTER TABLE service_keys DISABLE TRIGGER USER; DELETE FROM service_keys WHERE id = '${retired}';
       ALTER TABLE service_keys ENABLE TRIGGER USER`,
    )
    expect((await send(jwt, 'application/jwt')).status).toBe(503)
    expect((await keySet(withPeerAddress(new Request('https://verify.test/'), newAddress()))).status).toBe(503)
    // Nor that somebody changed what was kept of it: the journal knows of the key.
    await withoutGuards(database.adminUrl, 'receipts', "UPDATE receipts SET receipt_jwt = 'x'")
    expect((await send(jwt, 'application/jwt')).status).toBe(503)
    // One that is changed is forged whoever gave it, where a key is there to tell.
    const { receipt_jwt: later } = await receiptOf(await issueOne(await mintIssuer()))
    expect(await failureOf(`${later.slice(0, -10)}AAAAAAAAAA`)).toBe('signature_invalid')
  })
})
