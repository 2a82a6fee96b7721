import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/public/credentials/verify/pdf/route'
import { documentAnswerShape } from '@/lib/contract/check/document'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { examinePdfSeal } from '@/lib/service/doctor/examine-pdf-seal'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { type MadeSealCertificate, SealCertificates } from '@/test/documents/seal-certificates'
import { newAddress } from '@/test/verify-requests'

const certificates = new SealCertificates()
const good = certificates.make('p256')
useServiceDatabase({ PDF_SEAL_CERTIFICATE: good.certificate, PDF_SEAL_KEY: good.key })
beforeAll(() => patientInspections())
afterAll(() => rm(certificates.folder, { recursive: true, force: true }))

const run = promisify(execFile)

function configure(change: { PDF_SEAL_CERTIFICATE?: string | undefined; PDF_SEAL_KEY?: string | undefined }): void {
  setEnv({ ...env(), ...change })
}
const configureFiles = ({ certificate, key }: MadeSealCertificate) =>
  configure({ PDF_SEAL_CERTIFICATE: certificate, PDF_SEAL_KEY: key })

async function pdfsig(pdf: Buffer): Promise<string> {
  const path = join(certificates.folder, 'judged.pdf')
  await writeFile(path, pdf)
  return (await run('pdfsig', [path])).stdout
}

async function verify(pdf: Buffer) {
  const init = { method: 'POST', body: Uint8Array.from(pdf), headers: { 'content-type': 'application/pdf' } }
  const request = new Request('https://verify.test/api/public/credentials/verify/pdf', init)
  const answer = documentAnswerShape.parse(await (await POST(withPeerAddress(request, newAddress()))).json())
  return { match: answer.document.match, status: answer.verification.overall_status }
}

describe('the seal of certificates', () => {
  it('is on what is issued and on its correction, which verify as the issued files', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const pdf = await issuedPdf(serial)
    expect(await pdfsig(pdf)).toContain('Signature is Valid')
    expect(await verify(pdf)).toEqual({ match: 'exact', status: 'verified' })
    const altered = Buffer.from(pdf)
    const at = altered.indexOf('/Title') + 20
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(await pdfsig(altered)).not.toContain('Signature is Valid')
    expect(await verify(altered)).toEqual({ match: 'altered', status: 'document_altered' })
    const corrected = await correctCertificate(serial, { fullName: 'Ana Müller' }, { reason: 'Test', actor: 'test' })
    expect(await pdfsig(await issuedPdf(corrected.certificate.serial))).toContain('Signature is Valid')
  })

  it('may come as text, on one line as files of variables have it', async () => {
    const line = (path: string) => readFileSync(path, 'utf8').trimEnd().replaceAll('\n', '\\n')
    configure({ PDF_SEAL_CERTIFICATE: line(good.certificate), PDF_SEAL_KEY: line(good.key) })
    const issuer = await mintIssuer()
    expect(await pdfsig(await issuedPdf(await issueOne(issuer)))).toContain('Signature is Valid')
  })

  it.each([
    ['has ended', () => certificates.make('p256', { days: -1 }), 'bad', /has ended|not valid/],
    ['is of another key', () => ({ ...good, key: certificates.make('p384').key }), 'bad', /not the key/],
    ['is not there', () => ({ ...good, certificate: '/nowhere' }), 'bad', /neither PEM nor a file/],
  ] as const)('that %s stops what would be issued unsealed; the doctor says it', async (_, make, result, sentence) => {
    const issuer = await mintIssuer()
    configureFiles(make())
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    const findings = await examinePdfSeal()
    expect(findings).toMatchObject([{ id: 'pdf_seal', result }])
    expect(findings[0]?.message).toMatch(sentence)
    expect(JSON.stringify(findings)).not.toContain('BEGIN')
  })

  it('is examined by the doctor: it may end soon, and may be left out', async () => {
    configureFiles(good)
    expect(await examinePdfSeal()).toMatchObject([{ result: 'good', message: expect.stringContaining('Northshöre') }])
    configureFiles(certificates.make('p256', { days: 20 }))
    expect(await examinePdfSeal()).toMatchObject([{ result: 'warning' }])
    configure({ PDF_SEAL_CERTIFICATE: undefined, PDF_SEAL_KEY: undefined })
    expect(await examinePdfSeal()).toMatchObject([{ result: 'good', message: expect.stringContaining('not sealed') }])
    const issuer = await mintIssuer()
    expect((await issuedPdf(await issueOne(issuer))).includes('/ByteRange')).toBe(false)
  })
})
