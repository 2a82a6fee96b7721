import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFonts } from '@/lib/render/fonts/font-list'
import { exampleDocument, NAMES } from '@/test/documents/certificate-fixture'
import { renderCertificate, renderJpeg } from './render-certificate'

// Programs of other people, from Debian: qpdf, poppler-utils and zbar-tools.
const run = promisify(execFile)
const output = async (program: string, ...args: string[]) => (await run(program, args)).stdout

/** `NotoSans_600SemiBold.ttf` is called NotoSans-SemiBold in a PDF. */
function fontName(path: string): string {
  const [family, ...styles] = basename(path, '.ttf').split('_')
  if (family === 'NanumMyeongjo') return family
  return `${family}-${(styles.at(-1) ?? '').replace(/^\d+/, '')}`
}

const document = exampleDocument({ fullName: 'Łukasz 欧阳 שָׁלוֹם श्रीकृष्ण', credential: `${'ey-_'.repeat(900)}.e30.c2ln` })
let folder = ''
let pdf = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  pdf = join(folder, 'certificate.pdf')
  const rendered = await renderCertificate(document)
  await writeFile(pdf, rendered.pdf)
  await writeFile(join(folder, 'certificate.jpg'), await renderJpeg(rendered.pdf))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a certificate, read by other programs', () => {
  it('is a sound PDF for qpdf', async () => {
    expect(await output('qpdf', '--check', pdf)).toContain('No syntax or stream encoding errors found')
  })

  it('says in its metadata what it is: PDF/A-3a, tagged, dated, titled, with the serial', async () => {
    const info = await output('pdfinfo', '-rawdates', pdf)
    expect(info).toMatch(/^Title: +Basic Safety Training, STCW VI\/1: Łukasz 欧阳/m)
    expect(info).toMatch(/^Author: +Northshore Maritime College$/m)
    expect(info).toMatch(/^Keywords: +7K3M-9QXT-2VBD-8RWN$/m)
    expect(info).toMatch(/^Subject: +Certificate 7K3M-9QXT-2VBD-8RWN\. Check it at https:\/\/certificates\.example/m)
    expect(info).toMatch(/^CreationDate: +D:20261105090000/m)
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(info).toMatch(/^Pages: +1$/m)
    expect(info).toMatch(/^Page size: +841\.89 x 595\.276 pts \(A4\)$/m)
    const metadata = await output('pdfinfo', '-meta', pdf)
    expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>/)
    expect(metadata).toMatch(/<pdfaid:conformance>A<\/pdfaid:conformance>/)
    expect(metadata).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/)
    expect(metadata).toMatch(/<pdfaSchema:prefix>pdfuaid<\/pdfaSchema:prefix>/)
    expect(await output('qpdf', '--json', pdf)).toContain('"/DisplayDocTitle": true')
    expect(metadata).toContain(document.serial)
    expect(await output('qpdf', '--json', pdf)).toMatch(/"\/Lang": "u:en"/)
  })

  it('tags the name as its heading and the QR code as a figure with words', async () => {
    const structure = await output('pdfinfo', '-struct-text', pdf)
    expect(structure).toMatch(/H1[\s\S]*Łukasz/)
    expect(structure).toContain('Figure')
    const dump = await output('qpdf', '--json', pdf)
    expect(dump).toContain('QR code that opens https://certificates.example/verify/7K3M-9QXT-2VBD-8RWN')
  })

  it('carries the signed credential byte for byte, with its type and its relation to the page', async () => {
    const saved = join(folder, 'credential.jwt')
    await run('pdfdetach', ['-savefile', 'credential.jwt', '-o', saved, pdf])
    expect(await readFile(saved, 'utf8')).toBe(document.credential)
    const dump = await output('qpdf', '--json', pdf)
    expect(dump).toContain('"/Subtype": "/application/vc+jwt"')
    expect(dump).toContain('"/AFRelationship": "/Data"')
  })

  it('has the serial and where to check in its text', async () => {
    const text = await output('pdftotext', '-layout', pdf, '-')
    expect(text).toContain(document.serial)
    expect(text).toContain('Check at certificates.example')
  })

  it('has a QR code that zbar reads, from the JPEG and from a print', async () => {
    expect(await output('zbarimg', '-q', '--raw', join(folder, 'certificate.jpg'))).toBe(
      `${document.verificationUrl}\n`,
    )
    await run('pdftoppm', ['-png', '-r', '100', '-singlefile', pdf, join(folder, 'print')])
    expect(await output('zbarimg', '-q', '--raw', join(folder, 'print.png'))).toBe(`${document.verificationUrl}\n`)
  })

  it('holds no picture made of pixels', async () => {
    expect((await output('pdfimages', '-list', pdf)).trim().split('\n')).toHaveLength(2)
  })

  it('embeds every font, and only those that are shipped, whatever the machine has', async () => {
    const shipped = new Set(listFonts().map((font) => fontName(font.path)))
    const used = new Set<string>()
    for (const [index, [, fullName]] of NAMES.entries()) {
      const path = join(folder, `${index}.pdf`)
      await writeFile(path, (await renderCertificate(exampleDocument({ fullName }))).pdf)
      const lines = (await output('pdffonts', path)).trim().split('\n').slice(2)
      for (const line of lines) {
        // Words that are spelled out: their glyphs are those of the fonts below.
        if (/^\[none\] +Type 3 +Custom +yes +no +yes /.test(line)) continue
        const [, name, , flags] =
          /^[A-Z]{6}\+(\S+) +(\S.*?) +\S+ +((?:yes|no) +(?:yes|no) +(?:yes|no))/.exec(line) ?? []
        expect(flags, line).toMatch(/^yes +yes +yes$/)
        expect(shipped, fullName).toContain(name)
        used.add(name ?? '')
      }
    }
    expect(used).toEqual(shipped)
  })
})
