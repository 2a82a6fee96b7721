import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import type { CertificateDocument, RenderedCertificate } from './certificate-document'
import { listFonts } from './fonts/font-list'
import { fontsVersion } from './fonts/fonts-version'
import { renderFolder } from './render-folder'
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
  const { compiler, source, ...versions } = typesetter
  const inputs = { data: JSON.stringify(templateData(document)) }
  const compiled = compiler.compile({ mainFileContent: source, inputs })
  const page = compiled.result
  if (!page) throw new Error(describe(compiled.takeError()?.shortDiagnostics))
  if (page.numOfPages !== 1) throw new Error(`the certificate takes ${page.numOfPages} pages instead of one`)
  const pdf = compiler.pdf(page, { pdfStandard: PdfStandard.A_3a, creationTimestamp: document.issuedAt / 1000 })
  // Without this each page keeps a megabyte; no page has anything to gain from the one before.
  compiler.evictCache(0)
  return { pdf: new Uint8Array(pdf), ...versions }
}

function openTypesetter() {
  const fonts = listFonts()
  return {
    compiler: NodeCompiler.create({
      workspace: renderFolder(),
      fontArgs: [{ fontPaths: [...new Set(fonts.map((font) => dirname(font.path)))] }],
    }),
    source: readFileSync(join(renderFolder(), 'certificate-template.typ'), 'utf8'),
    template: TEMPLATE_VERSION,
    fonts: fontsVersion(fonts.map((font) => font.path)),
    generator: `typst-ts-node-compiler ${installedVersion()}`,
  }
}

function installedVersion(): string {
  const require = createRequire(join(renderFolder(), 'typeset-certificate.ts'))
  const { version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), 'utf8')) as {
    version: string
  }
  return version
}

function describe(diagnostics: unknown): string {
  return `the certificate could not be set: ${JSON.stringify(diagnostics)}`
}
