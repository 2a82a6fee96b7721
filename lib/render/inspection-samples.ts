import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import QRCode from 'qrcode'
import { objectBytes, pdfOf } from './pdf-fixture'

const run = promisify(execFile)

/** What the sample certificate carries, three times: attached, as text and as a QR code. */
export const SAMPLE = {
  serial: '7K3M-9QXT-2VBD-8RWN',
  verificationUrl: 'https://certificates.example.org/verify/7K3M-9QXT-2VBD-8RWN',
  credential: `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{"id":1}').toString('base64url')}.c2ln`,
}

/** A certificate as it is issued: A4, serial as text, vector QR code of three centimetres, credential attached. */
export function samplePdf(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(credential.jwt) 6 0 R] >> >> /AF [6 0 R] >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { dictionary: '', stream: `${sampleText()}${qrSquares(SAMPLE.verificationUrl, 455, 55, 85)}` },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Filespec /F (credential.jwt) /UF (credential.jwt) /AFRelationship /Data /EF << /F 7 0 R >> >>',
    { dictionary: '/Type /EmbeddedFile /Subtype /application#2Fvc+jwt', stream: SAMPLE.credential },
  ])
}

function sampleText(): string {
  const line = (size: number, y: number, text: string) => `BT /F1 ${size} Tf 60 ${y} Td (${text}) Tj ET\n`
  return (
    line(28, 700, 'Certificate of completion') +
    line(20, 640, 'Jane Q. Example') +
    line(12, 600, 'has completed the course Introduction to Surveying on 12 May 2026') +
    line(9, 80, 'Serial') +
    line(12, 62, SAMPLE.serial)
  )
}

/** The dark modules of a QR code as filled squares. */
export function qrSquares(text: string, left: number, bottom: number, side: number): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const step = side / modules.size
  let squares = '0 g\n'
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const x = left + column * step
      const y = bottom + side - (row + 1) * step
      squares += `${x.toFixed(3)} ${y.toFixed(3)} ${step.toFixed(3)} ${step.toFixed(3)} re\n`
    }
  }
  return `${squares}f\n`
}

/** Appends an incremental update by hand, as a signing program does: the old bytes stay, a new object and table follow. */
export function incrementallyUpdated(original: Buffer): Buffer {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(original.subarray(-64).toString('latin1'))?.[1]
  const size = /\/Size (\d+)/.exec(original.toString('latin1'))?.[1]
  const object = objectBytes(Number(size), '<< /Type /Sig /Filter /Adobe.PPKLite /Name (A. Signer) >>')
  const at = original.length
  const table =
    `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \n` +
    `trailer\n<< /Size ${Number(size) + 1} /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([original, object, Buffer.from(table)])
}

type Variant = (run: (program: string, args: string[]) => Promise<void>, source: string, to: string) => Promise<void>

/** What people and their programs do to a certificate before they send it to be checked. */
export const VARIANTS: Record<string, Variant> = {
  'as issued': async (_run, source, to) => writeFile(to, await readFile(source)),
  'incrementally updated': async (_run, source, to) => writeFile(to, incrementallyUpdated(await readFile(source))),
  'linearized by qpdf': (go, source, to) => go('qpdf', ['--linearize', source, to]),
  'object streams by qpdf': (go, source, to) =>
    go('qpdf', ['--object-streams=generate', '--compress-streams=y', '--recompress-flate', source, to]),
  're-saved by Ghostscript': (go, source, to) =>
    go('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', `-sOutputFile=${to}`, source]),
  're-saved by cairo': (go, source, to) => go('pdftocairo', ['-pdf', source, to]),
  'cleaned by mutool': (go, source, to) => go('mutool', ['clean', '-gggg', '-z', source, to]),
  stamped: async (go, source, to) => {
    const stamp = `${to}.stamp.pdf`
    await writeFile(stamp, stampPdf())
    await go('qpdf', [source, '--overlay', stamp, '--', to])
  },
  'nested as the second page of another document': async (go, source, to) => {
    const cover = `${to}.cover.pdf`
    await writeFile(cover, stampPdf())
    await go('qpdf', ['--empty', '--pages', cover, '1', source, '1', cover, '1', '--', to])
  },
  'two on one sheet': (go, source, to) => go('qpdf', [source, '--overlay', source, '--', to]),
  'printed and scanned at 150 dpi, turned by 3 degrees, blurred': (go, source, to) => scan(go, source, to, 150, 3, 0.8),
  'printed and scanned at 200 dpi, upside down and skewed': (go, source, to) => scan(go, source, to, 200, 177, 0.6),
  'photographed on its side at 300 dpi': (go, source, to) => scan(go, source, to, 300, 94, 2),
}

/** Draws the page, then turns, blurs, greys and compresses it as a cheap scanner does, and wraps it in a PDF. */
async function scan(go: Parameters<Variant>[0], source: string, to: string, dpi: number, turn: number, blur: number) {
  await go('pdftoppm', ['-r', String(dpi), '-png', '-singlefile', source, to])
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(`${to}.png`)
    .rotate(turn, { background: '#d8d8d8' })
    .blur(blur)
    .linear(0.72, 40)
    .toColourspace('b-w')
    .jpeg({ quality: 55 })
    .toBuffer({ resolveWithObject: true })
  await writeFile(to, picturePdf(data, info.width, info.height, dpi))
}

function picturePdf(jpeg: Buffer, width: number, height: number, dpi: number): Buffer {
  const [x, y] = [(width / dpi) * 72, (height / dpi) * 72]
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${x} ${y}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    { dictionary: '', stream: `q ${x} 0 0 ${y} 0 0 cm /P Do Q` },
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
      stream: jpeg,
    },
  ])
}

function stampPdf(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { dictionary: '', stream: '0.8 0 0 rg BT /F1 30 Tf 0.9 0.4 -0.4 0.9 120 300 Tm (RECEIVED 3 JUNE 2026) Tj ET' },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

/**
 * Makes one variant of a document with the program that does it in the world.
 * @throws Error with the sentence that says which Debian package is missing
 */
export async function makeVariant(name: string, source: string, folder: string): Promise<string> {
  const to = join(folder, `${name.replace(/\W+/g, '-')}.pdf`)
  const go = async (program: string, args: string[]) => {
    await run(program, args, { timeout: 20_000 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(
        `This test needs the program ${program}. On Debian, as root: ` +
          'apt-get install -y --no-install-recommends qpdf ghostscript mupdf-tools poppler-utils',
      )
    })
  }
  await VARIANTS[name]?.(go, source, to)
  return to
}
