import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const EARLY_FONTS = ['source-sans-3-latin-wght-normal', 'source-serif-4-latin-wght-normal']

/** Licences of what the scripts hold of others, in their packages, and the names under which they are served. */
const LICENCES = [
  ['swagger-ui-dist/LICENSE', 'swagger-ui-LICENSE.txt'],
  ['swagger-ui-dist/NOTICE', 'swagger-ui-NOTICE.txt'],
  ['swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt', 'swagger-ui-bundled-LICENSES.txt'],
  ['opencc-js/THIRD_PARTY_LICENSES.md', 'opencc-dictionaries-LICENSE.txt'],
]

/**
 * Builds what the pages load into public/assets: one stylesheet, the scripts, the worker that reads QR codes with its
 * WebAssembly, the fonts with their licences, and manifest.json, which says under which hashed name each of them stands.
 * @param {string} root the project
 */
export async function buildAssets(root) {
  const out = join(root, 'public/assets')

  const common = {
    absWorkingDir: root,
    outdir: out,
    publicPath: '/assets/',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    // Safari before 16.4 knows no lookbehind in expressions: its scripts end at once, and the pages are those without scripts.
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    assetNames: '[name]-[hash]',
  }

  // What is loaded on use goes first, since the pages' scripts hold its name, as the worker holds that of its WebAssembly.
  const scanner = await build({
    ...common,
    entryPoints: { 'scan-worker': 'lib/scan/read/scan-worker.ts' },
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.wasm': 'file' },
  })
  const scannerFiles = scanner.outputFiles.map(({ path, contents }) => [basename(path), contents])
  const loadedOnUse = async (name, entry) => {
    const made = await build({ ...common, entryPoints: { [name]: entry }, entryNames: '[name]-[hash]' })
    const [script] = made.outputFiles
    scannerFiles.push([basename(script.path), script.contents])
    return `/assets/${basename(script.path)}`
  }
  const linkJudge = await loadedOnUse('link-judge', 'lib/scan/typed/judge-typed-links.ts')
  const typedList = await loadedOnUse('typed-list', 'lib/scan/list/typed-list.ts')
  const nameComparer = await loadedOnUse('name-comparer', 'lib/domain/names/compare-names.ts')
  const [sheets] = (
    await build({
      ...common,
      entryPoints: { 'sheet-files': 'components/client/rows/sheet-files.ts' },
      entryNames: '[name]-[hash]',
    })
  ).outputFiles
  const sheetFiles = basename(sheets?.path ?? '')
  const scanWorker = scannerFiles.map(([name]) => name).find((name) => name.startsWith('scan-worker-'))

  const { outputFiles } = await build({
    ...common,
    entryPoints: {
      styles: 'components/styles/styles.css',
      verify: 'components/client/verify.ts',
      file: 'components/client/file.ts',
      home: 'components/client/home.ts',
      many: 'components/client/many.ts',
      history: 'components/client/history.ts',
      receipts: 'components/client/receipts.ts',
      scan: 'components/client/scan/scan.ts',
      desk: 'components/client/desk.ts',
      badge: 'components/client/badge.ts',
      passport: 'components/client/passport.ts',
      tryIt: 'components/client/try-it.ts',
      tryItStyles: 'components/styles/try-it.css',
    },
    loader: { '.woff2': 'file' },
    // What is loaded on use stands under its own name.
    external: ['/assets/*'],
    entryNames: '[name]',
    define: {
      SCAN_WORKER: JSON.stringify(`/assets/${scanWorker}`),
      LINK_JUDGE: JSON.stringify(linkJudge),
      TYPED_LIST: JSON.stringify(typedList),
      NAME_COMPARER: JSON.stringify(nameComparer),
      SHEET_FILES: JSON.stringify(`/assets/${sheetFiles}`),
    },
  })

  const manifest = { fonts: [], scanner: scannerFiles.map(([name]) => `/assets/${name}`) }
  const files = outputFiles.map(({ path, contents }) => {
    const name = basename(path)
    const font = EARLY_FONTS.find((early) => name.startsWith(`${early}-`))
    if (font) manifest.fonts.push(`/assets/${name}`)
    const entry =
      /^(styles|verify|file|home|many|history|receipts|scan|desk|badge|passport|tryIt|tryItStyles)\.(css|js)$/.exec(
        name,
      )
    if (!entry) return [name, contents]
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12)
    const hashed = `${entry[1]}-${hash}.${entry[2]}`
    manifest[entry[1]] = `/assets/${hashed}`
    return [hashed, contents]
  })
  files.push(...scannerFiles, [sheetFiles, sheets?.contents ?? new Uint8Array()])
  for (const font of ['source-sans-3', 'source-serif-4']) {
    const licence = await readFile(join(root, `node_modules/@fontsource-variable/${font}/LICENSE`))
    files.push([`${font}-OFL.txt`, licence])
  }
  for (const [name, kept] of LICENCES) files.push([kept, await readFile(join(root, 'node_modules', name))])
  files.push(['service-worker.js', await serviceWorker(manifest, common)])
  files.push(['manifest.json', `${JSON.stringify(manifest, null, 2)}\n`])

  // Made aside and moved into place, so that a build that fails leaves the old files as they were.
  const fresh = `${out}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  for (const [name, contents] of files) await writeFile(join(fresh, name), contents)
  await rm(out, { recursive: true, force: true })
  await rename(fresh, out).catch(async (error) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // another build was quicker
    await rm(fresh, { recursive: true })
  })

  const script = outputFiles.find(({ path }) => basename(path) === 'verify.js')
  const kilobytes = (gzipSync(script?.contents ?? '').length / 1000).toFixed(1)
  console.log(`public/assets: ${files.length} files; the verification page's script is ${kilobytes} kB compressed`)
}

/** Holds the names of all that it keeps, so it changes with any of them; served as `/sw.js`. */
async function serviceWorker(manifest, common) {
  const now = [manifest.styles, manifest.scan, ...manifest.fonts, '/icon.svg']
  const names = JSON.stringify([now, manifest.scanner])
  const shell = { version: createHash('sha256').update(names).digest('hex').slice(0, 12), now, onUse: manifest.scanner }
  const worker = await build({
    ...common,
    entryPoints: { 'service-worker': 'components/client/offline/service-worker.ts' },
    format: 'iife',
    entryNames: '[name]',
    define: { SHELL: JSON.stringify(shell) },
  })
  return worker.outputFiles[0].contents
}
