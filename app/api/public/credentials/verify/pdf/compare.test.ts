import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST as PAGE } from '@/app/verify/file/route'
import { type DocumentAnswer, documentAnswerShape } from '@/lib/contract/check/document'
import { readSignedContent } from '@/lib/domain/certificate/signed-content'
import { withPeerAddress } from '@/lib/http/request-context'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { go, makeVariant } from '@/test/documents/inspection-samples'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { readHeading } from '@/test/expect-verdict'
import { newAddress } from '@/test/verify-requests'
import { POST } from './route'

useServiceDatabase()
let folder: string
let serial: string
let pdf: Buffer
let savedAnew: Buffer
let scanned: Buffer

beforeAll(() => patientInspections())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-pdf-'))
  serial = await issueOne(await mintIssuer())
  pdf = await issuedPdf(serial)
  savedAnew = await variant('linearized by qpdf')
  scanned = await variant('printed and scanned at 150 dpi, turned by 3 degrees, blurred')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function variant(name: string): Promise<Buffer> {
  const source = join(folder, 'issued.pdf')
  await writeFile(source, pdf)
  return readFile(await makeVariant(name, source, folder))
}

/** The same certificate in our own type, with something else in it. */
async function forged(changes: { fullName?: string }): Promise<Uint8Array> {
  const { rows } = await workingPool().query<{ vc_jwt: string }>(
    'SELECT f.vc_jwt FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id WHERE c.serial = $1',
    [serial],
  )
  const [, payload = ''] = (rows[0]?.vc_jwt ?? '').split('.')
  const content = readSignedContent(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!content) throw new Error('the certificate has no credential')
  const { pdf: bytes } = await renderCertificate({
    ...content,
    verificationUrl: `https://verify.test/verify/${serial}`,
    host: 'verify.test',
    credential: 'e30.e30.e30',
    ...changes,
  })
  return bytes
}

function send(bytes: Uint8Array, query = '?compare=true', to = POST): Promise<Response> {
  const page = to === PAGE
  const url = page ? 'https://verify.test/verify/file' : 'https://verify.test/api/public/credentials/verify/pdf'
  const headers = { 'content-type': 'application/pdf' }
  const init = { method: 'POST', body: bytes as Uint8Array<ArrayBuffer>, headers }
  return to(withPeerAddress(new Request(`${url}${query}`, init), newAddress()))
}

async function answerOf(bytes: Uint8Array, query?: string): Promise<DocumentAnswer> {
  const response = await send(bytes, query)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return documentAnswerShape.parse(JSON.parse(text))
}

const pageOf = async (bytes: Uint8Array, query?: string) => (await send(bytes, query, PAGE)).text()
const countOf = async (of: string) => (await showCertificate(of)).check_count

describe('POST /api/public/credentials/verify/pdf?compare=true', () => {
  describe('answers', () => {
    it('a file that was only saved anew as recreated, which is not verified', async () => {
      expect(await answerOf(savedAnew)).toMatchObject({
        verification: { overall_status: 'document_altered' },
        document: { match: 'recreated', comparison: { text: 'same', picture: 'same', differences: [] } },
      })
    })

    it('what differs, by field, as issued and as found', async () => {
      const { document, verification } = await answerOf(await forged({ fullName: 'Mallory Forger' }))
      expect(verification.overall_status).toBe('document_altered')
      expect(document).toMatchObject({
        match: 'altered',
        comparison: {
          text: 'different',
          differences: [{ field: 'name', issued: 'Ana-Lucía Müller Nguyễn', found: 'Mallory Forger' }],
        },
      })
    })

    it('another credential in the file keeps it from being recreated', async () => {
      const [source, other, to] = ['issued.pdf', 'other.jwt', 'attached.pdf'].map((name) => join(folder, name))
      await writeFile(other ?? '', 'e30.e30.e30')
      await go('qpdf', [source ?? '', '--add-attachment', other ?? '', '--mimetype=application/jwt', '--', to ?? ''])
      const { document } = await answerOf(await readFile(to ?? ''))
      expect(document).toMatchObject({ match: 'altered', comparison: { text: 'same', picture: 'unreadable' } })
    })

    it('a scan: neither words nor picture are claimed', async () => {
      const { document } = await answerOf(scanned)
      const comparison = { text: 'unreadable', picture: 'unreadable', differences: [] }
      expect(document).toMatchObject({ match: 'altered', comparison })
    })

    it('bytes after the issued file as appended, with what the comparison says', async () => {
      const { document } = await answerOf(Buffer.concat([pdf, Buffer.from('% more')]))
      expect(document).toMatchObject({ match: 'appended', comparison: { text: 'same', picture: 'same' } })
    })

    it('the issued file, and any file that is not to be compared, without a comparison', async () => {
      const exact = await answerOf(pdf)
      expect(exact).toMatchObject({ verification: { overall_status: 'verified' }, document: { match: 'exact' } })
      const answers = [exact, await answerOf(savedAnew, ''), await answerOf(savedAnew, '?compare=false')]
      expect(answers.map(({ document }) => document.comparison)).toEqual([null, null, null])
    })

    it('counts no check with a comparison, and every other one', async () => {
      const before = await countOf(serial)
      await answerOf(savedAnew)
      await answerOf(scanned)
      expect(await countOf(serial)).toBe(before)
      await answerOf(savedAnew, '')
      await answerOf(pdf)
      expect(await countOf(serial)).toBe(before + 2)
    })

    it('a certificate whose files are not served any more by its status alone', async () => {
      const withdrawn = await issueOne(await mintIssuer())
      const bytes = Buffer.concat([await issuedPdf(withdrawn), Buffer.from('% more')])
      await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
      const before = await countOf(withdrawn)
      expect(await answerOf(bytes)).toMatchObject({
        verification: { overall_status: 'withdrawn' },
        document: { comparison: null },
      })
      expect(await countOf(withdrawn)).toBe(before + 1)
    })
  })

  it('refuses another value', async () => {
    expect((await send(pdf, '?compare=yes')).status).toBe(400)
  })
})

describe('POST /verify/file', () => {
  it('says first that this is not the original file, and offers the comparison', async () => {
    const html = await pageOf(savedAnew, '')
    expect(readHeading(html)).toBe('Not the original file')
    expect(html).toContain('class="verdict unknown"')
    expect(html).toContain('action="/verify/file?compare=true"')
    expect(html).not.toContain('data:image/png')
  })

  it('a recreated file: grey, both pages, and nothing that reads as genuine', async () => {
    const html = await pageOf(savedAnew)
    expect(readHeading(html)).toBe('Not the original file')
    expect(html).toContain('Its words agree with the record; compare the pictures.')
    expect(html.match(/src="data:image\/png;base64,/g)).toHaveLength(2)
    expect(html).not.toMatch(/class="verdict (genuine|stop)"|<rect x="0\.|data-compare-file/)
  })

  it('another name: red, named, with both names side by side and marked', async () => {
    const html = await pageOf(await forged({ fullName: '<b>Mallory</b> Forger' }))
    expect(readHeading(html)).toBe('The NAME differs')
    expect(html).toContain('class="verdict stop"')
    expect(html).toMatch(/<bdi [^>]*>&lt;b&gt;Mallory&lt;\/b&gt; Forger<\/bdi>/)
    expect(html).toMatch(/<rect x="0\.\d+"/)
  })

  it('a scan: both pages and the box for the name', async () => {
    const html = await pageOf(scanned)
    expect(html).toContain('class="verdict unknown"')
    expect(html).toContain('Compare it with the genuine record yourself.')
    expect(html).toContain('data-compare="Ana-Lucía Müller Nguyễn"')
    expect(html.match(/src="data:image\/png;base64,/g)).toHaveLength(2)
  })
})
