import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { incrementallyUpdated, type Variant, wrapScan } from './inspection-samples'
import { OTHER_DOCUMENTS } from './other-documents'

const GS = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite']

const qpdf =
  (...options: string[]): Variant =>
  (go, source, to) =>
    go('qpdf', [...options, source, to])

const ghostscript =
  (...options: string[]): Variant =>
  (go, source, to) =>
    go('gs', [...GS, ...options, `-sOutputFile=${to}`, source])

const savedBy =
  (program: string, certificate: string): Variant =>
  (_go, _source, to) =>
    copyFile(fileURLToPath(new URL(`../data/files/saved-anew/${program}-${certificate}.pdf`, import.meta.url)), to)

/** What people's programs do to an issued file without changing a word of it. */
const EVERY: Record<string, Variant> = {
  'linearized by qpdf': qpdf('--linearize'),
  'packed by qpdf': qpdf('--object-streams=generate', '--recompress-flate', '--compression-level=9'),
  'encrypted by qpdf with an empty password': qpdf('--encrypt', '', 'owner', '256', '--'),
  're-saved by Ghostscript': ghostscript(),
  'made for a printer by Ghostscript, as PDF 1.4': ghostscript('-dPDFSETTINGS=/printer', '-dCompatibilityLevel=1.4'),
  'made of outlines by Ghostscript': ghostscript('-dNoOutputFonts'),
  'cleaned by mutool': (go, source, to) => go('mutool', ['clean', '-gggg', '-z', source, to]),
  're-saved by cairo': (go, source, to) => go('pdftocairo', ['-pdf', source, to]),
}

/** What is tried on one certificate of each kind, since it does not ask for what is written. */
const ONCE: Record<string, Variant> = {
  'uncompressed by qpdf': qpdf('--qdf', '--object-streams=disable'),
  'taken out of a document by qpdf': (go, source, to) => go('qpdf', ['--empty', '--pages', source, '1', '--', to]),
  'made for a screen by Ghostscript': ghostscript('-dPDFSETTINGS=/screen'),
  'separated by poppler': (go, source, to) => go('pdfseparate', [source, to]),
  'through PostScript': async (go, source, to) => {
    await go('pdftops', [source, `${to}.ps`])
    await go('gs', [...GS, `-sOutputFile=${to}`, `${to}.ps`])
  },
  'updated by a signing program': async (_go, source, to) =>
    writeFile(to, incrementallyUpdated(await readFile(source))),
  'printed as a picture by Ghostscript': (go, source, to) =>
    go('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfimage24', '-r150', `-sOutputFile=${to}`, source]),
  'scanned straight': (go, source, to) => scanned(go, source, to, ['-quality', '80']),
  'scanned askew, in grey': (go, source, to) =>
    scanned(go, source, to, ['-colorspace', 'Gray', '-rotate', '1.2', '-blur', '0x0.7', '-quality', '55']),
  photographed: (go, source, to) =>
    scanned(go, source, to, [
      ...['-distort', 'Perspective', '0,0 40,25  1754,0 1700,60  0,1240 10,1190  1754,1240 1740,1225'],
      ...['-brightness-contrast', '-8x-15', '-blur', '0x1.1', '-quality', '45'],
    ]),
}

/** Draws the page, does to it what a scanner or a camera does, by ImageMagick, and wraps the picture in a PDF. */
async function scanned(go: Parameters<Variant>[0], source: string, to: string, options: string[]) {
  await go('pdftoppm', ['-r', '150', '-png', '-singlefile', source, to])
  await go('convert', [`${to}.png`, ...options, `${to}.jpg`])
  await writeFile(to, await wrapScan(await readFile(`${to}.jpg`), 150))
}

/** It cannot write Type 3 fonts, which words of other scripts are shown by. */
const converted: Variant = (go, source, to) => go('mutool', ['convert', '-o', to, source])

const fixtures = (program: string, certificates: string[]) =>
  certificates.map((certificate) => [`saved by ${program}`, certificate, savedBy(program, certificate)] as const)

/** Genuine files that are not the issued bytes: what was done, to which certificate, and how. */
export const GENUINE_FILES: readonly (readonly [what: string, certificate: string, make: Variant])[] = [
  ...['latin', 'arabic', 'chinese', 'hindi', 'long'].flatMap((certificate) =>
    Object.entries(EVERY).map(([what, make]) => [what, certificate, make] as const),
  ),
  ...['latin', 'chinese', 'long'].map((certificate) => ['converted by mutool', certificate, converted] as const),
  ...Object.entries(ONCE).map(([what, make], index) => [what, index % 2 ? 'short' : 'tiny', make] as const),
  ...Object.entries(OTHER_DOCUMENTS).map(([what, make]) => [what, 'long', make] as const),
  ...fixtures('libreoffice', ['latin', 'arabic', 'chinese', 'hindi', 'long', 'short']),
  ...fixtures('chromium', ['latin', 'arabic', 'chinese']),
]
