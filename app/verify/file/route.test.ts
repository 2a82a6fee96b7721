import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_BYTES } from '@/lib/contract/check/document'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { withPeerAddress } from '@/lib/http/request-context'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { onePagePdf, pdfOf } from '@/test/documents/pdf-fixture'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { newAddress } from '@/test/verify-requests'
import { GET, POST } from './route'

useServiceDatabase()
let serial: string
let other: string
let pdf: Buffer

beforeAll(() => patientInspections())
beforeAll(async () => {
  const issuer = await mintIssuer()
  serial = await issueOne(issuer)
  other = await issueOne(issuer)
  pdf = await issuedPdf(serial)
})

function post(body: FormData | URLSearchParams, address = newAddress()): Promise<Response> {
  return POST(withPeerAddress(new Request('https://verify.test/verify/file', { method: 'POST', body }), address))
}

function form(bytes: Uint8Array): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'certificate.pdf')
  return data
}

async function pageOf(status: number, body: FormData | URLSearchParams): Promise<string> {
  const response = await post(body)
  const html = await response.text()
  expect([response.status, readHeading(html)]).toEqual([status, expect.any(String)])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-ratelimit-limit': '120',
  })
  return html
}

/** A page that shows these serials as text. */
const naming = (...serials: string[]) =>
  onePagePdf(
    {
      dictionary: '',
      stream: serials.map((text, line) => `BT /F1 20 Tf 50 ${700 - 40 * line} Td (Serial ${text}) Tj ET`).join('\n'),
    },
    '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
  )

const countOf = async (of: string) => (await showCertificate(of)).check_count

describe('GET /verify/file', () => {
  it('takes a file without JavaScript, is not counted and carries no verdict', async () => {
    const response = await GET(withPeerAddress(new Request('https://verify.test/verify/file'), newAddress()))
    const html = await response.text()
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null])
    const main = html.slice(html.indexOf('<main'))
    const tag = (name: string) => new RegExp(`<${name} [^>]*>`).exec(main)?.[0] ?? ''
    for (const part of ['action="/verify/file"', 'method="post"', 'encType="multipart/form-data"']) {
      expect(tag('form')).toContain(part)
    }
    for (const part of ['name="file"', 'type="file"']) expect(tag('input')).toContain(part)
    expect(html).not.toContain('data-outcome')
  })
})

describe('POST /verify/file', () => {
  it('the issued file, by its bytes or by its fingerprint alone: genuine and current, each counted once', async () => {
    const before = await countOf(serial)
    for (const body of [form(pdf), new URLSearchParams({ sha256: sha256Hex(pdf).toUpperCase() })]) {
      const html = await pageOf(200, body)
      expect(readHeading(html)).toBe('Genuine and current')
      expect(html).toContain('byte for byte')
      expect(html).toContain('Ana-Lucía Müller Nguyễn')
      expect(html).toContain(sha256Hex(pdf))
    }
    expect(await countOf(serial)).toBe(before + 2)
  })

  it('a file of other bytes: not the original one, with the genuine record beside it', async () => {
    for (const bytes of [Buffer.concat([pdf, Buffer.from('% more')]), naming(serial)]) {
      const html = await pageOf(200, form(bytes))
      expect(readHeading(html)).toBe('Not the original file')
      expect(html).toContain('The genuine record')
      expect(html).toContain('Ana-Lucía Müller Nguyễn')
      expect(html).not.toMatch(/Genuine and current|class="verdict genuine"/)
    }
  })

  it('a withdrawn certificate’s file: withdrawn', async () => {
    const withdrawn = await issueOne(await mintIssuer())
    const bytes = await issuedPdf(withdrawn)
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    const html = await pageOf(200, form(bytes))
    expect(readHeading(html)).toBe('Withdrawn')
    expect(html).toContain('This file is the one that was issued.')
  })

  it('a file that names several: none is shown, and it is not said that a record is genuine', async () => {
    const before = [await countOf(serial), await countOf(other)]
    const html = await pageOf(200, form(naming(serial, other)))
    expect(readHeading(html)).toBe('This file names several certificates')
    expect(html).toContain('class="verdict unknown"')
    const sent = /<input type="hidden" name="serials" value="([^"]*)"/.exec(html)?.[1]?.split('\n')
    expect(sent?.sort()).toEqual([serial, other].sort())
    expect(html).toContain('action="/check-many"')
    for (const named of [serial, other]) expect(html).toContain(`href="/verify/${named}"`)
    expect(html).not.toMatch(/Müller|genuine/i)
    expect([await countOf(serial), await countOf(other)]).toEqual(before)
  })

  it('a file or a fingerprint that names none: 404', async () => {
    expect(readHeading(await pageOf(404, form(naming('7K3M-9QXT-2VBD-8RWN'))))).toBe('This file names no certificate')
    const html = await pageOf(404, new URLSearchParams({ sha256: '0'.repeat(64) }))
    // A genuine file that was saved once more has another fingerprint.
    expect(readHeading(html)).toBe('This file cannot be checked')
    expect(html).toContain('No file with this fingerprint was issued here.')
    expect(html).toContain('This says nothing about the certificate.')
  })

  it('a file of which not all pages are looked at: 400, which says nothing about a certificate', async () => {
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'
    const four = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R 6 0 R] /Count 4 >>']
    const html = await pageOf(400, form(pdfOf([...four, page, page, page, page])))
    expect(readHeading(html)).toBe('This file cannot be checked')
    expect(html).toContain('At most the first three pages are looked at')
  })

  it.each([
    ['a receipt', '{"receipt": "x", "type": "VerificationReceipt"}', 'This looks like a receipt', 'href="/receipts"'],
    [
      'a badge',
      '{"@context": ["https://www.w3.org/ns/credentials/v2"], "type": ["x"]}',
      'like a badge',
      'href="/badges"',
    ],
    ['a picture', '\xFF\xD8\xFF\xE0 and what follows', 'This is a picture', 'href="/scan"'],
    ['a serial', '7K3M-9QXT-2VBD-8RWN', 'the serial of a certificate', 'href="/verify/7K3M-9QXT-2VBD-8RWN"'],
    ['a list', '7K3M-9QXT-2VBD-8RWN\nH8NC-4R2W-6PTX-9QAK', 'several certificates', 'action="/check-many"'],
  ])('%s, sent without scripts: 400, and the page that takes it', async (_name, content, sentence, way) => {
    const html = await pageOf(400, form(Buffer.from(content, 'latin1')))
    expect(readHeading(html)).toBe('This file cannot be checked')
    for (const part of [sentence, way, 'This says nothing about the certificate.']) expect(html).toContain(part)
    expect(html).not.toContain('It is not a PDF that can be read here.')
  })

  it('a list that is longer than what is looked at leads nowhere: some of its serials would be left out', async () => {
    const list = '7K3M-9QXT-2VBD-8RWN\nH8NC-4R2W-6PTX-9QAK\n'
    const html = await pageOf(400, form(Buffer.from(list + '\n'.repeat(256 * 1024))))
    expect(html).toContain('It is not a PDF that can be read here.')
  })

  it('what cannot be read: 400 and 413, which say nothing about a certificate', async () => {
    for (const body of [form(Buffer.from('<p>')), new URLSearchParams({ sha256: 'x' }), new URLSearchParams()]) {
      expect(readHeading(await pageOf(400, body))).toBe('This file cannot be checked')
    }
    const html = await pageOf(413, form(Buffer.alloc(DOCUMENT_BYTES + 1)))
    expect(html).toContain('It is larger than 10 MiB')
    expect(html).toContain('This says nothing about the certificate.')
  })

  it('a file of no bytes: 400, which says so', async () =>
    expect(await pageOf(400, form(Buffer.alloc(0)))).toContain('This file is empty.'))

  it('too many of a minute, together with the API’s: 429', async () => {
    const address = newAddress()
    const nothing = new URLSearchParams()
    await usePlaces('verify_pdf', 119, address)
    expect((await post(nothing, address)).status).toBe(400)
    const response = await post(nothing, address)
    expect([response.status, readHeading(await response.text())]).toEqual([429, 'Too many checks from your network'])
  })

  it('whoever sent too many texts, each of which is searched as a list is: 429, and a PDF is checked all the same', async () => {
    const address = newAddress()
    await usePlaces('sent_list', 30, address)
    expect((await post(form(Buffer.from(`${serial}\n${other}`)), address)).status).toBe(429)
    expect((await post(form(pdf), address)).status).toBe(200)
  })
})
