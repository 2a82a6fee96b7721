import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { localPath } from '@/lib/local-path'
import { listFonts } from '@/lib/render/fonts/font-list'
import { fontsVersion } from '@/lib/render/fonts/fonts-version'
import { finishPdf } from '@/lib/render/pdf/finish-pdf'
import { numberParts } from '@/lib/render/typeset/number-parts'
import { renderFolder } from '@/lib/render/typeset/render-folder'
import type { CertificateDocument, RenderedCertificate } from './certificate-document'
import { designData } from './design-data'
import { templateData } from './template-data'

/** Raised with every change of the templates that changes a certificate's bytes. */
const TEMPLATE_VERSION = 'certificate-7'

const PACKAGE = '@myriaddreamin/typst-ts-node-compiler'

let typesetter: ReturnType<typeof openTypesetter> | undefined

/**
 * Sets a certificate as a PDF/A-3a of one page (ISO 19005-3). Synchronous, and keeps some memory with each page: it
 * belongs in a process that is replaced now and then.
 * @throws Error when a font is missing or a glyph cannot be drawn
 */
export function typesetCertificate(document: CertificateDocument): RenderedCertificate {
  typesetter ??= openTypesetter()
  const { fonts, generator, source } = typesetter
  const { design, issuedAt } = document
  if (!design) {
    return { pdf: typesetPages(source, templateData(document), issuedAt), template: TEMPLATE_VERSION, fonts, generator }
  }
  const { data, pictures } = designData(document, design)
  const pdf = typesetPages(`#include "/certificate/layouts/${design.layout}.typ"`, data, issuedAt, { pictures })
  return { pdf, template: `${TEMPLATE_VERSION} ${design.layout}`, fonts, generator }
}

/**
 * Sets one page, or a few, with a template of ours as a PDF/A-3a.
 * @param data what the template is given
 * @param createdAt when the page says it was made, milliseconds since 1970
 * @param options pictures that the template names by path; how many pages it may take, one by default
 * @throws Error when it takes more
 */
export function typesetPages(
  source: string,
  data: unknown,
  createdAt: number,
  {
    pictures = [],
    mostPages = 1,
  }: { pictures?: readonly { path: string; bytes: Uint8Array }[]; mostPages?: number } = {},
): Uint8Array {
  typesetter ??= openTypesetter()
  const { compiler } = typesetter
  const pieces = numberParts(data)
  const placed = pictures.map(({ path, bytes }) => ({ path: localPath(renderFolder(), path), bytes }))
  for (const { path, bytes } of placed) compiler.mapShadow(path, Buffer.from(bytes))
  try {
    const compiled = compiler.compile({ mainFileContent: source, inputs: { data: JSON.stringify(data) } })
    const page = compiled.result
    if (!page) throw new Error(describe(compiled.takeError()?.shortDiagnostics))
    if (page.numOfPages > mostPages) throw new Error(`the text takes ${page.numOfPages} pages instead of ${mostPages}`)
    const creationTimestamp = Math.floor(createdAt / 1000)
    return finishPdf(compiler.pdf(page, { pdfStandard: PdfStandard.A_3a, creationTimestamp }), pieces)
  } finally {
    for (const { path } of placed) compiler.unmapShadow(path)
    // Without this each page keeps a megabyte; no page has anything to gain from the one before.
    compiler.evictCache(0)
  }
}

function openTypesetter() {
  const fonts = listFonts()
  return {
    compiler: NodeCompiler.create({
      workspace: renderFolder(),
      fontArgs: [{ fontPaths: [...new Set(fonts.map((font) => dirname(font.path)))] }],
    }),
    source: readFileSync(localPath(renderFolder(), 'certificate/certificate-template.typ'), 'utf8'),
    fonts: fontsVersion(fonts.map((font) => font.path)),
    generator: `typst-ts-node-compiler ${installedVersion()}`,
  }
}

function installedVersion(): string {
  const require = createRequire(localPath(renderFolder(), 'certificate/typeset-certificate.ts'))
  const { version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), 'utf8')) as {
    version: string
  }
  return version
}

function describe(diagnostics: unknown): string {
  return `the page could not be set: ${JSON.stringify(diagnostics)}`
}
