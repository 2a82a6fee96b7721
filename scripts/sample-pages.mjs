// Serves the verification page in every outcome, from made-up data, on a loopback port of its own:
//   node scripts/sample-pages.mjs        prints the address; /verified, /withdrawn, … ; ?lang=ar in another language
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'
import { ensureBuilt } from './ensure-built.mjs'

const root = join(fileURLToPath(import.meta.url), '../..')
const TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.png', 'image/png'],
])
/** Pictures that a service draws, by the path that made-up pages ask for. */
const PICTURES = new Map(
  ['/dashboard/issue/x/page', '/api/public/credentials/3b7f2c18-0f0b-4a53-9a8c-0c7f9a5b3c33/jpeg'].map((path) => [
    path,
    'docs/certificates/northshore.png',
  ]),
)
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'"

/**
 * Starts the server; gives its origin, the names of the pages and of the mails, and a function that stops it.
 * @param extra more pages: a function of the language by name
 */
export async function startSamplePages(extra = new Map()) {
  process.chdir(root)
  ensureBuilt(root)
  const unregister = register()
  const { SAMPLE_VIEWS } = await import('../test/samples/sample-views.ts')
  const { renderVerdictPage, renderDocument } = await import('../components/site/render-document.tsx')
  const { samplePages } = await import('../test/samples/sample-pages.tsx')
  const { sampleDeskPages } = await import('../test/samples/sample-desk-pages.ts')
  const { LANGUAGES } = await import('../lib/i18n/languages.ts')
  const pages = new Map()
  for (const [name, view] of Object.entries(SAMPLE_VIEWS)) {
    pages.set(name, (language) => renderVerdictPage({ ...view, language }))
  }
  for (const name of Object.keys(samplePages('en'))) {
    pages.set(name, (language) => renderDocument(samplePages(language)[name]))
  }
  const { sampleMails } = await import('../test/samples/sample-mails.ts')
  for (const name of Object.keys(await sampleMails('en'))) {
    pages.set(name, async (language) => (await sampleMails(language))[name])
  }
  const { forReader } = await import('../lib/i18n/desk/reader.ts')
  for (const name of Object.keys(sampleDeskPages())) {
    const render = () => renderDocument(sampleDeskPages()[name])
    pages.set(name, (language) => forReader({ language, timeZone: 'UTC' }, render))
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const page = pages.get(pathname.slice(1)) ?? extra.get(pathname.slice(1))
    if (page) {
      // Also those that are not offered yet: their translator looks at them here.
      const language = LANGUAGES.find(({ code }) => code === searchParams.get('lang'))?.code ?? 'en'
      // A mail carries its style in itself.
      const policy = pathname.startsWith('/mail-')
        ? POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'")
        : POLICY
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      return response.end(await page(language))
    }
    // The pictures and tests of made-up pages are of the pages alone.
    if (pathname === '/sw.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end()
    try {
      const path = PICTURES.get(pathname) ?? join('public', normalize(pathname))
      const file = await readFile(join(root, path))
      // As the service sends them: the name of each says what is in it, and a browser reads and compiles it once.
      const cache = pathname.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}
      response.writeHead(200, { 'content-type': TYPES.get(extname(path)) ?? 'application/octet-stream', ...cache })
      response.end(file)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await unregister()
  }
  const [mails, names] = [true, false].map((isMail) =>
    [...pages.keys()].filter((name) => name.startsWith('mail-') === isMail),
  )
  return { origin: `http://127.0.0.1:${server.address().port}`, names, mails, stop }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin, names } = await startSamplePages()
  console.log(JSON.stringify({ origin, names }))
}
