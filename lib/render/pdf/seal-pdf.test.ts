import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSealKey, type SealKey } from '@/lib/crypto/pdf-seal/seal-key'
import { cmsSpace, signCms } from '@/lib/crypto/pdf-seal/sign-cms'
import { renderCertificate, renderJpeg } from '@/lib/render/certificate/render-certificate'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { type MadeSealCertificate, SealCertificates } from '@/test/documents/seal-certificates'
import { sealPdf } from './seal-pdf'

// Judged by other people's programs, from Debian: OpenSSL, poppler-utils and qpdf.
const run = promisify(execFile)
const output = async (program: string, ...args: string[]) => (await run(program, args)).stdout

const AT = Date.parse('2026-11-05T09:00:00Z')
const certificates = new SealCertificates()
const path = (name: string) => join(certificates.folder, name)
const keyOf = ({ certificate, key }: MadeSealCertificate) =>
  readSealKey(readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8'))
const rsa = certificates.make('rsa')

let plain: Uint8Array
const sealed = async (key: SealKey) =>
  Buffer.from(
    await sealPdf(plain, { name: key.name, at: AT, space: cmsSpace(key), sign: (bytes) => signCms(bytes, key) }),
  )

beforeAll(async () => {
  plain = (await renderCertificate(exampleDocument())).pdf
})
afterAll(() => rm(certificates.folder, { recursive: true, force: true }))

/** The parts of a sealed file: what is signed, and the signature in its place. */
function partsOf(pdf: Buffer) {
  const range = /\/ByteRange \[(\d+) (\d+) +(\d+) +(\d+) *\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number) ?? []
  const [zero = -1, start = 0, end = 0, rest = 0] = range
  const signature = Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex')
  return { zero, end, rest, signed: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]), signature }
}

async function pdfsig(pdf: Buffer): Promise<string> {
  await writeFile(path('judged.pdf'), pdf)
  return output('pdfsig', path('judged.pdf'))
}

describe('a sealed PDF', () => {
  it.each(['rsa', 'p256', 'p384'] as const)('is valid for poppler and for OpenSSL: %s', async (kind) => {
    const made = kind === 'rsa' ? rsa : certificates.make(kind)
    const pdf = await sealed(keyOf(made))
    const said = await pdfsig(pdf)
    expect(said).toContain('Signature Validation: Signature is Valid.')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')
    expect(said).toContain('Signer Certificate Common Name: Certificates of Northshöre')
    expect(said).toContain('Signing Time: Nov 05 2026 09:00:00')
    const { zero, end, rest, signed, signature } = partsOf(pdf)
    expect([zero, end + rest]).toEqual([0, pdf.length])
    await writeFile(path('seal.der'), signature)
    await writeFile(path('signed'), signed)
    const cms = ['cms', '-inform', 'DER', '-in', path('seal.der')]
    const trusted = ['-CAfile', made.root, '-purpose', 'any']
    const content = ['-binary', '-content', path('signed'), '-out', path('content')]
    await run('openssl', [...cms, '-verify', ...trusted, ...content])
    const printed = await output('openssl', ...cms, '-cmsout', '-print', '-noout')
    const attributes = [...printed.matchAll(/object: (\S+) \(1\.2\.840\.113549\.1\.9\.[\d.]+\)/g)].map(
      ([, name]) => name,
    )
    // No signing time: in PAdES it is the dictionary's.
    expect(attributes.sort()).toEqual(['contentType', 'id-smime-aa-signingCertificateV2', 'messageDigest'])
  })

  it('is broken by any change, and tells of what is appended', async () => {
    const pdf = await sealed(keyOf(rsa))
    const places = ['/Type /Page\n', 'ey', '/M (D:2026', '/Title', '<pdfuaid:part>']
    for (const place of places) {
      const altered = Buffer.from(pdf)
      const at = altered.indexOf(place) + place.length - 1
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(await pdfsig(altered), place).not.toContain('Signature is Valid')
    }
    const appended = Buffer.concat([pdf, Buffer.from('\n%%EOF\n')])
    expect(await pdfsig(appended)).not.toContain('Total document signed')
  })

  it('stays what it was: PDF/A-3a and PDF/UA-1, its words and its picture', async () => {
    const pdf = await sealed(keyOf(rsa))
    await writeFile(path('sealed.pdf'), pdf)
    await writeFile(path('plain.pdf'), plain)
    expect(await output('qpdf', '--check', path('sealed.pdf'))).toContain('No syntax or stream encoding errors found')
    for (const args of [['pdfinfo', '-meta'], ['pdfinfo', '-struct-text'], ['pdftotext']] as const) {
      const [program, ...options] = args
      const text = async (file: string) => output(program, ...options, path(file), ...(options.length ? [] : ['-']))
      expect(await text('sealed.pdf')).toBe(await text('plain.pdf'))
    }
    expect(Buffer.compare(await renderJpeg(pdf), await renderJpeg(plain))).toBe(0)
  })

  it('has the same bytes each time with RSA, and with ECDSA but for the signature', async () => {
    const [first, second] = [await sealed(keyOf(rsa)), await sealed(keyOf(rsa))]
    expect(first.equals(second)).toBe(true)
    const ecdsa = keyOf(certificates.make('p256'))
    const [one, other] = [partsOf(await sealed(ecdsa)), partsOf(await sealed(ecdsa))]
    expect(one.signed.equals(other.signed)).toBe(true)
    expect(one.signature.equals(other.signature)).toBe(false)
  })
})

describe('a key for seals', () => {
  const read = (certificate: string, key: string) => () => readSealKey(certificate, key)
  const text = (file: string) => readFileSync(file, 'utf8')

  it('says whose it is, and when it is valid', () => {
    const key = keyOf(rsa)
    expect(key.name).toBe('Certificates of Northshöre')
    expect(key.validFrom).toBeLessThan(key.validTo)
  })

  it('is refused where a reader of PDFs would refuse the seal, and nothing of it is repeated', () => {
    const other = certificates.make('p256')
    const [own = '', root = ''] = text(rsa.certificate).split(/(?<=-----END CERTIFICATE-----\n)/)
    const agreement = certificates.make('rsa', { usage: 'keyAgreement' })
    const refused: [string, () => unknown, RegExp][] = [
      ['no certificate', read('', text(rsa.key)), /holds no certificate/],
      ['damaged', read(own.replace(/[A-Z]{4}/, 'AAAA'), text(rsa.key)), /PDF_SEAL/],
      ['another key', read(text(rsa.certificate), text(other.key)), /is not the key of the first/],
      ['no key', read(text(rsa.certificate), 'secret-word'), /is not a private key/],
      ['wrong order', read(own + own + root, text(rsa.key)), /issued by the one after it/],
      ['too many', read(own + root.repeat(9), text(rsa.key)), /at most 8/],
      ['another use', read(text(agreement.certificate), text(agreement.key)), /not for signatures/],
    ]
    for (const kind of ['small', 'p521'] as const) {
      const made = certificates.make(kind)
      refused.push([kind, read(text(made.certificate), text(made.key)), /RSA of 2048 bits or more, P-256 or P-384/])
    }
    for (const [what, reading, sentence] of refused) {
      expect(reading, what).toThrow(sentence)
      expect(reading, what).not.toThrow(/secret-word/)
    }
  })
})
