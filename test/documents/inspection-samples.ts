import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { objectBytes, pdfOf } from './pdf-fixture'

const run = promisify(execFile)

/** Appends an update by hand, as a signing program does (ISO 32000-1, 7.5.6): the old bytes stay as they are. */
export function incrementallyUpdated(original: Buffer): Buffer {
  const text = original.toString('latin1')
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1]
  const size = Number(last(/\/Size (\d+)/g))
  const lineEnd = Buffer.from(text.endsWith('\n') ? '' : '\n')
  const object = objectBytes(size, '<< /Type /Sig /Filter /Adobe.PPKLite /Name (A. Signer) >>')
  const at = original.length + lineEnd.length
  const table =
    `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \n` +
    `trailer\n<< /Size ${size + 1} /Root ${last(/\/Root (\d+ \d+ R)/g)} /Prev ${last(/startxref\s+(\d+)/g)} >>\n` +
    `startxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([original, lineEnd, object, Buffer.from(table)])
}

export type Go = (program: string, args: string[]) => Promise<void>
export type Variant = (go: Go, source: string, to: string) => Promise<void>

/** What people and their programs do to a certificate before they send it to be checked. */
export const VARIANTS: Record<string, Variant> = {
  'as it was issued': async (_go, source, to) => writeFile(to, await readFile(source)),
  'incrementally updated': async (_go, source, to) => writeFile(to, incrementallyUpdated(await readFile(source))),
  'linearized by qpdf': (go, source, to) => go('qpdf', ['--linearize', source, to]),
  'packed into object streams by qpdf': (go, source, to) =>
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
  'drawn twice on one sheet': (go, source, to) => go('qpdf', [source, '--overlay', source, '--', to]),
  'printed and scanned at 150 dpi, turned by 3 degrees, blurred': (go, source, to) => scan(go, source, to, 150, 3, 0.8),
  'printed and scanned at 200 dpi, upside down and skewed': (go, source, to) => scan(go, source, to, 200, 177, 0.6),
  'photographed on its side at 300 dpi': (go, source, to) => scan(go, source, to, 300, 94, 2),
}

/** Draws the page, then turns, blurs, greys and compresses it as a cheap scanner does, and wraps it in a PDF. */
async function scan(go: Go, source: string, to: string, dpi: number, turn: number, blur: number) {
  await go('pdftoppm', ['-r', String(dpi), '-png', '-singlefile', source, to])
  const { data, info } = await sharp(`${to}.png`)
    .rotate(turn, { background: '#d8d8d8' })
    .blur(blur)
    .linear(0.72, 40)
    .toColourspace('b-w')
    .jpeg({ quality: 55 })
    .toBuffer({ resolveWithObject: true })
  await writeFile(to, picturePdf(data, info.width, info.height, dpi))
}

/** A JPEG as the one page of a PDF. @param strips how often it is drawn, one above the other, to fill the page */
export async function wrapScan(jpeg: Buffer, dpi: number, strips = 1): Promise<Buffer> {
  const { width, height, channels } = await sharp(jpeg).metadata()
  return picturePdf(jpeg, width, height, dpi, { colours: channels === 1 ? 'DeviceGray' : 'DeviceRGB', strips })
}

function picturePdf(
  jpeg: Buffer,
  width: number,
  height: number,
  dpi: number,
  { colours = 'DeviceGray', strips = 1 } = {},
): Buffer {
  const [x, y] = [(width / dpi) * 72, (height / dpi) * 72]
  const drawn = Array.from({ length: strips }, (_, at) => `q ${x} 0 0 ${y / strips} 0 ${(at * y) / strips} cm /P Do Q`)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${x} ${y}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    { dictionary: '', stream: drawn.join('\n') },
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colours} /BitsPerComponent 8 /Filter /DCTDecode`,
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
 * Starts a program that tests need.
 * @throws Error with the sentence that says which Debian packages are missing
 */
export const go: Go = async (program, args) => {
  await run(program, args, { timeout: 60_000 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      `This test needs the program ${program}. On Debian, as root: ` +
        'apt-get install -y --no-install-recommends qpdf ghostscript mupdf-tools poppler-utils imagemagick',
    )
  })
}

/** Makes one variant of a document with the program that does it in the world. @throws as `go` */
export async function makeVariant(name: string, source: string, folder: string): Promise<string> {
  const to = join(folder, `${name.replace(/\W+/g, '-')}.pdf`)
  await VARIANTS[name]?.(go, source, to)
  return to
}
