import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DOCUMENT_BYTES, type DocumentAnswer, documentAnswerShape } from '@/lib/contract/check/document'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { withPeerAddress } from '@/lib/http/request-context'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { rememberBaseUrl } from '@/lib/service/operation/remember-base-url'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { setSetting } from '@/lib/store/records/service-settings'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { makeVariant, wrapScan } from '@/test/documents/inspection-samples'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { onePagePdf } from '@/test/documents/pdf-fixture'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { POST } from './route'

const NOBODYS = '7K3M-9QXT-2VBD-8RWN'

const service = useServiceDatabase()
let issuer: StoredIssuer
let folder: string
let serial: string
let pdf: Buffer

beforeAll(() => patientInspections())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-pdf-'))
  issuer = await mintIssuer()
  serial = await issueOne(issuer)
  pdf = await issuedPdf(serial)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

type Body = Uint8Array | FormData | ReadableStream<Uint8Array> | string

function send(body: Body, type: string | null = 'application/pdf', address = newAddress()): Promise<Response> {
  const init = { method: 'POST', body, headers: type === null ? {} : { 'content-type': type }, duplex: 'half' }
  const request = new Request('https://verify.test/api/public/credentials/verify/pdf', init as RequestInit)
  return POST(withPeerAddress(request, address))
}

async function answerOf(body: Body, type?: string | null): Promise<DocumentAnswer> {
  const response = await send(body, type)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return documentAnswerShape.parse(JSON.parse(text))
}

async function expectRefused(status: number, body: Body, type?: string | null): Promise<string> {
  const response = await send(body, type)
  const answer = (await response.json()) as { success: boolean; error: string }
  expect([response.status, answer.success, answer.error]).toEqual([status, false, expect.stringMatching(/\.$/)])
  expect(response.headers.get('retry-after')).toEqual(status === 503 ? expect.stringMatching(/^\d+$/) : null)
  return answer.error
}

const countOf = async (of: string) => (await showCertificate(of)).check_count
const findingsOf = ({ document }: DocumentAnswer) => document.findings.map(({ id }) => id)

function form(part: string, bytes: Uint8Array, more: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(more)) data.append(name, value)
  data.append(part, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), 'certificate.pdf')
  return data
}

async function variant(name: string): Promise<Buffer> {
  const source = join(folder, 'issued.pdf')
  await writeFile(source, pdf)
  return readFile(await makeVariant(name, source, folder))
}

/** A file of a forger's own, in another name, with whatever of ours is pasted into it. */
async function forged(pasted: { text?: string; url?: string; credential?: string }): Promise<Uint8Array> {
  const made = await renderCertificate(
    exampleDocument({
      fullName: 'Mallory Forger',
      serial: pasted.text ?? NOBODYS,
      verificationUrl: pasted.url ?? 'https://verify-test.example/verify/1',
      host: 'verify-test.example',
      credential: pasted.credential ?? 'e30.e30.e30',
    }),
  )
  return made.pdf
}

async function credentialOf(of: string): Promise<string> {
  const { rows } = await workingPool().query<{ vc_jwt: string }>(
    'SELECT f.vc_jwt FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id WHERE c.serial = $1',
    [of],
  )
  return rows[0]?.vc_jwt ?? ''
}

describe('POST /api/public/credentials/verify/pdf', () => {
  describe('answers', () => {
    it('the issued file of a current certificate as verified, sent as it is or in a form', async () => {
      const own = await issueOne(issuer)
      const bytes = await issuedPdf(own)
      const bodies: [Body, (string | null)?][] = [[bytes], [form('file', bytes), null]]
      for (const body of [...bodies, [form('file', bytes, { language: 'en' }), null] as [Body, null]]) {
        const answer = await answerOf(...body)
        expect(answer).toMatchObject({
          certificate: { serial: own, status: 'issued', recipient: { full_name: 'Ana-Lucía Müller Nguyễn' } },
          verification: { overall_status: 'verified', cryptographic_valid: true },
          replacement_certificate: null,
          document: { sha256: sha256Hex(bytes), size: bytes.length, match: 'exact' },
        })
        expect(findingsOf(answer)).toEqual(['issued_file'])
      }
      expect(await countOf(own)).toBe(3)
    })

    it('with the limit’s headers and nothing left behind', async () => {
      // A folder of its own, since other suites receive files at the same time.
      const uploads = await mkdtemp(join(folder, 'uploads-'))
      vi.stubEnv('TMPDIR', uploads)
      const { headers } = await send(pdf)
      expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'no-store', 'x-ratelimit-limit': '120' })
      expect(await readdir(uploads)).toEqual([])
    })

    it('a withdrawn and a replaced certificate by their own status, whatever the file', async () => {
      const withdrawn = await issueOne(issuer)
      const replaced = await issueOne(issuer)
      const files = await Promise.all([withdrawn, replaced].map(issuedPdf))
      await withdrawCertificate(withdrawn, { reason: 'test', publicReason: 'Issued in error.', actor: 'test' })
      const { certificate } = await correctCertificate(replaced, { fullName: 'B C' }, { reason: 'test', actor: 'test' })
      for (const [match, more] of [
        ['exact', ''],
        ['appended', '% more'],
      ] as const) {
        const [one, two] = await Promise.all(files.map((file) => answerOf(Buffer.concat([file, Buffer.from(more)]))))
        expect(one).toMatchObject({
          certificate: { serial: withdrawn, withdrawal_reason: 'Issued in error.' },
          verification: { overall_status: 'withdrawn', cryptographic_valid: true },
          document: { match },
        })
        expect(two).toMatchObject({
          certificate: { serial: replaced },
          verification: { overall_status: 'superseded' },
          replacement_certificate: { serial: certificate.serial },
          document: { match },
        })
      }
      expect([await countOf(withdrawn), await countOf(replaced)]).toEqual([2, 2])
    })

    it('an issued file that was appended to: altered, with what it begins with', async () => {
      const own = await countOf(serial)
      for (const bytes of [await variant('incrementally updated'), Buffer.concat([pdf, randomBytes(50)])]) {
        const answer = await answerOf(bytes)
        expect(answer).toMatchObject({
          certificate: { serial },
          verification: { overall_status: 'document_altered', cryptographic_valid: true },
          document: { sha256: sha256Hex(bytes), size: bytes.length, match: 'appended' },
        })
        expect(findingsOf(answer)).toEqual(['bytes_added'])
      }
      expect(await countOf(serial)).toBe(own + 2)
    })

    it('a file that another program saved: altered, with the genuine record beside it, counted once', async () => {
      const own = await countOf(serial)
      const bytes = await variant('packed into object streams by qpdf')
      const answer = await answerOf(bytes)
      expect(answer).toMatchObject({
        certificate: { serial },
        verification: { overall_status: 'document_altered' },
        document: { match: 'altered' },
      })
      expect(findingsOf(answer)).toEqual(['bytes_differ', 'credential_attached', 'serial_in_text', 'serial_in_qr_code'])
      expect(answer.document.findings[1]?.serials).toEqual([serial])
      expect(await countOf(serial)).toBe(own + 1)
    })

    it.each([
      ['that one alone', () => 'Safety', 'withdrawn'],
      ['another one besides', () => `Safety, in place of ${serial}`, 'document_altered'],
    ])(
      'no file of a certificate whose statement of its file is lost is altered: it names %s',
      async (_, title, after) => {
        const own = await issueOne(issuer, { eventTitle: title() })
        const bytes = await issuedPdf(own)
        const lose = 'DELETE FROM artifacts WHERE certificate_id = (SELECT id FROM certificates WHERE serial = $1)'
        await withoutGuards(service.adminUrl, 'artifacts', lose, [own])
        const before = await countOf(own)
        for (const file of [bytes, Buffer.concat([bytes, randomBytes(50)])]) {
          const response = await send(file)
          expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
        }
        expect(await countOf(own)).toBe(before)
        await withdrawCertificate(own, { reason: 'test', publicReason: null, actor: 'test' })
        expect((await answerOf(bytes)).verification.overall_status).toBe(after)
      },
    )

    it('forged files by whatever of ours was pasted into them: never verified', async () => {
      const places = [
        ['credential_attached', { credential: await credentialOf(serial) }],
        ['serial_in_text', { text: serial }],
        ['serial_in_qr_code', { url: `https://verify.test/verify/${serial}` }],
        ['serial_in_qr_code', { url: serial }],
      ] as const
      for (const [id, pasted] of places) {
        const answer = await answerOf(await forged(pasted))
        expect(answer).toMatchObject({
          certificate: { serial, recipient: { full_name: 'Ana-Lucía Müller Nguyễn' } },
          verification: { overall_status: 'document_altered' },
          document: { match: 'altered' },
        })
        expect(findingsOf(answer)).toContain(id)
        expect(findingsOf(answer).filter((found) => /attached|in_/.test(found))).toEqual([id])
      }
    })

    it('a file that names several certificates: none is presented or counted', async () => {
      const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
      const files = [
        await forged({ text: one, url: `https://verify.test/verify/${two}` }),
        await forged({ credential: await credentialOf(one), text: two }),
      ]
      for (const bytes of files) {
        const answer = await answerOf(bytes)
        expect(answer).toMatchObject({
          certificate: null,
          replacement_certificate: null,
          verification: { overall_status: 'document_altered', cryptographic_valid: false },
          document: { match: 'altered' },
        })
        expect(answer.verification.checks.map(({ result }) => result)).toEqual(Array(6).fill('not_applicable'))
        expect(answer.document.findings[0]).toMatchObject({ id: 'several_certificates', serials: [one, two] })
        expect(JSON.stringify(answer)).not.toContain('Müller')
      }
      expect([await countOf(one), await countOf(two)]).toEqual([0, 0])
    })

    it('a code of the address that the service had before as its own, and only then', async () => {
      const bytes = await forged({ url: `https://verify.before.test/verify/${serial}` })
      const elsewhere = expect.objectContaining({ id: 'qr_code_elsewhere', host: 'verify.before.test' })
      expect((await send(bytes)).status).toBe(404)
      await setSetting('base_url', 'https://verify.before.test')
      await rememberBaseUrl()
      const answer = await answerOf(bytes)
      expect(answer.certificate?.serial).toBe(serial)
      expect(findingsOf(answer)).toContain('serial_in_qr_code')
      expect(answer.document.findings).not.toContainEqual(elsewhere)
    })

    it('where a QR code leads elsewhere, and a credential that is not ours', async () => {
      const answer = await answerOf(await forged({ text: serial }))
      expect(answer.document.findings).toContainEqual(
        expect.objectContaining({ id: 'qr_code_elsewhere', host: 'verify-test.example' }),
      )
      expect(findingsOf(answer)).toContain('credential_unknown')
    })

    it('an invalid record with nothing in it, and not as the issued file', async () => {
      const own = await issueOne(issuer)
      const bytes = await issuedPdf(own)
      await workingPool().query(`UPDATE certificates SET full_name = 'Mallory' WHERE serial = $1`, [own])
      const answer = await answerOf(bytes)
      expect(answer).toMatchObject({
        certificate: { serial: own, status: 'invalid', recipient: { full_name: '' } },
        verification: { overall_status: 'invalid' },
        document: { match: 'altered' },
      })
      expect(findingsOf(answer)).toEqual(['record_invalid'])
    })
  })

  describe('refuses', () => {
    it('a file that names no certificate: 404', async () => {
      expect(await expectRefused(404, await forged({}))).toMatch(/names no certificate/)
      expect(await expectRefused(404, await forged({ url: `https://evil.example/verify/${serial}` }))).toMatch(
        /names no/,
      )
      expect(await expectRefused(404, await forged({ url: `https://x@verify.test/verify/${serial}` }))).toMatch(/no/)
    })

    it('a file whose certificate stands behind the third page: 400, for nobody knows what it names', async () => {
      const [cover, source, to] = [join(folder, 'cover.pdf'), join(folder, 'source.pdf'), join(folder, 'bundle.pdf')]
      await writeFile(cover, onePagePdf({ dictionary: '', stream: '' }))
      await writeFile(source, pdf)
      const bundle = async (...pages: string[]) => {
        await promisify(execFile)('qpdf', ['--empty', '--pages', ...pages.flatMap((page) => [page, '1']), '--', to])
        return readFile(to)
      }
      const late = await bundle(cover, cover, cover, source)
      expect(await expectRefused(400, late)).toMatch(/Not all pages .* no certificate is named on those/)
      expect(await expectRefused(404, await bundle(cover, cover, cover))).toMatch(/names no certificate/)
      expect((await answerOf(await bundle(cover, source, cover, cover))).certificate?.serial).toBe(serial)
    })

    it('a scan on which nothing can be read: 400, with the text that a scanner recognized too', async () => {
      const at = (name: string) => join(folder, name)
      const [blurred, scan, read, both] = [at('blurred.jpg'), at('scan.pdf'), at('read.pdf'), at('both.pdf')]
      const run = promisify(execFile)
      await run('convert', ['-seed', '1', '-size', '620x877', 'plasma:', '-blur', '0x4', blurred])
      await writeFile(scan, await wrapScan(await readFile(blurred), 75))
      expect(await expectRefused(400, await readFile(scan))).toMatch(/a picture, such as a scan/)
      const inStrips = await wrapScan(await readFile(blurred), 75, 8)
      expect(await expectRefused(400, inStrips)).toMatch(/a picture, such as a scan/)
      await writeFile(read, await forged({ text: 'CERT1FICATE 0F C0MPLETION' }))
      await run('qpdf', [scan, '--overlay', read, '--', both])
      expect(await expectRefused(400, await readFile(both))).toMatch(/a picture, such as a scan/)
    })

    it('what is no PDF, and one behind a password: 400', async () => {
      const html = Buffer.from('<!doctype html><p>Not a certificate</p>')
      const afterHeader = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])
      for (const bytes of [randomBytes(50_000), afterHeader, html, Buffer.alloc(0)]) {
        expect(await expectRefused(400, bytes)).toMatch(/not a PDF/)
        expect(await expectRefused(400, form('file', bytes), null)).toMatch(/not a PDF/)
      }
      const [source, to] = [join(folder, 'open.pdf'), join(folder, 'closed.pdf')]
      await writeFile(source, pdf)
      await promisify(execFile)('qpdf', ['--encrypt', 'user', 'owner', '256', '--', source, to])
      expect(await expectRefused(400, await readFile(to))).toMatch(/password/)
    })

    it('half a file with 400, or by what is left of it, never as verified', async () => {
      const response = await send(pdf.subarray(0, pdf.length >> 1))
      expect([200, 400, 404]).toContain(response.status)
      expect(await response.text()).not.toContain('"verified"')
    })

    it('more files at once than can be inspected: 503 for what is over, while issued files are still known', async () => {
      const bytes = await forged({})
      patientInspections({ mayWait: 1 })
      const answers = await Promise.all([...Array.from({ length: 12 }, () => send(bytes)), send(pdf)])
      patientInspections()
      const statuses = answers.map(({ status }) => status)
      expect(statuses.pop()).toBe(200)
      expect(new Set(statuses)).toEqual(new Set([404, 503]))
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2)
      for (const { headers } of answers.filter(({ status }) => status === 503)) {
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      }
    })

    it.each([
      ['another type', 'text/html'],
      ['a form that is no multipart one', 'application/x-www-form-urlencoded'],
      ['a form without a boundary', 'multipart/form-data'],
      ['a form that is none', 'multipart/form-data; boundary=x'],
      ['no type', ''],
    ])('%s: 400', async (_what, type) => {
      await expectRefused(400, new Uint8Array(pdf), type)
    })

    it('a form without the file, with two, or broken off: 400', async () => {
      await expectRefused(400, form('document', pdf), null)
      const two = form('file', pdf)
      two.append('file', new Blob([new Uint8Array(pdf)]), 'second.pdf')
      await expectRefused(400, two, null)
      const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
      await expectRefused(400, Buffer.concat([Buffer.from(head), pdf]), 'multipart/form-data; boundary=x')
    })

    it('more than 10 MiB: 413, also where the length is not said', async () => {
      const large = Buffer.alloc(DOCUMENT_BYTES + 1, '%PDF-1.7\n')
      await expectRefused(413, large)
      await expectRefused(413, stream(large))
      for (const data of [form('file', large), form('other', Buffer.alloc(DOCUMENT_BYTES + 100_000))]) {
        // Sent from bytes: what Node itself sends a form from does not bear that its reader goes away.
        const sent = new Response(data)
        const type = sent.headers.get('content-type')
        await expectRefused(413, stream(Buffer.from(await sent.arrayBuffer())), type)
      }
      expect(await expectRefused(400, Buffer.alloc(DOCUMENT_BYTES))).toMatch(/not a PDF/)
    })

    it('the 121st of a minute: 429', async () => {
      const address = newAddress()
      await usePlaces('verify_pdf', 119, address)
      expect((await send(Buffer.from('nothing'), undefined, address)).status).toBe(400)
      expect((await send(pdf, undefined, address)).status).toBe(429)
    })
  })
})

function stream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += 65_536)))
    },
  })
}
