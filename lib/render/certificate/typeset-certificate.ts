import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import type { CertificateDocument, RenderedCertificate } from './certificate-document'
import { listFonts } from '@/lib/render/fonts/font-list'
import { fontsVersion } from '@/lib/render/fonts/fonts-version'
import { renderFolder } from '@/lib/render/typeset/render-folder'
import { templateData } from './template-data'

/** Raised with every change of the template that changes a certificate's bytes. */
const TEMPLATE_VERSION = 'certificate-1'

const PACKAGE = '@myriaddreamin/typst-ts-node-compiler'

let typesetter: ReturnType<typeof openTypesetter> | undefined

/**
 * Sets a certificate as a PDF/A-3a of one page (ISO 19005-3). Synchronous, and keeps some memory with each page: it
 * belongs in a process that is replaced now and then.
 * @throws Error when a font is missing or a glyph cannot be drawn
 */
export function typesetCertificate(document: CertificateDocument): RenderedCertificate {
  typesetter ??= openTypesetter()
  const { template, fonts, generator, source } = typesetter
  return { pdf: typesetPage(source, templateData(document), document.issuedAt), template, fonts, generator }
}

/**
 * Sets one page with a template of ours as a PDF/A-3a.
 * @param data what the template is given
 * @param createdAt when the page says it was made, milliseconds since 1970
 * @throws Error when it takes more than one page
 */
export function typesetPage(source: string, data: unknown, createdAt: number): Uint8Array {
  typesetter ??= openTypesetter()
  const { compiler } = typesetter
  const compiled = compiler.compile({ mainFileContent: source, inputs: { data: JSON.stringify(data) } })
  const page = compiled.result
  if (!page) throw new Error(describe(compiled.takeError()?.shortDiagnostics))
  if (page.numOfPages !== 1) throw new Error(`the text takes ${page.numOfPages} pages instead of one`)
  const creationTimestamp = Math.floor(createdAt / 1000)
  const pdf = compiler.pdf(page, { pdfStandard: PdfStandard.A_3a, creationTimestamp })
  // Without this each page keeps a megabyte; no page has anything to gain from the one before.
  compiler.evictCache(0)
  return new Uint8Array(pdf)
}

function openTypesetter() {
  const fonts = listFonts()
  return {
    compiler: NodeCompiler.create({
      workspace: renderFolder(),
      fontArgs: [{ fontPaths: [...new Set(fonts.map((font) => dirname(font.path)))] }],
    }),
    source: readFileSync(join(renderFolder(), 'certificate/certificate-template.typ'), 'utf8'),
    template: TEMPLATE_VERSION,
    fonts: fontsVersion(fonts.map((font) => font.path)),
    generator: `typst-ts-node-compiler ${installedVersion()}`,
  }
}

function installedVersion(): string {
  const require = createRequire(join(renderFolder(), 'certificate/typeset-certificate.ts'))
  const { version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), 'utf8')) as {
    version: string
  }
  return version
}

function describe(diagnostics: unknown): string {
  return `the page could not be set: ${JSON.stringify(diagnostics)}`
}
