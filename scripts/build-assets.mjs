// Builds what the pages load into public/assets: one stylesheet, one script, the fonts with their licences, and
// manifest.json, which says under which hashed name each of them stands.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'public/assets')
const EARLY_FONTS = ['source-sans-3-latin-wght-normal', 'source-serif-4-latin-wght-normal']

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: {
    styles: 'components/styles/styles.css',
    verify: 'components/client/verify.ts',
    file: 'components/client/file.ts',
  },
  outdir: out,
  publicPath: '/assets/',
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  charset: 'utf8',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  loader: { '.woff2': 'file' },
  entryNames: '[name]',
  assetNames: '[name]-[hash]',
})

const manifest = { fonts: [] }
const files = outputFiles.map(({ path, contents }) => {
  const name = basename(path)
  const font = EARLY_FONTS.find((early) => name.startsWith(`${early}-`))
  if (font) manifest.fonts.push(`/assets/${name}`)
  const entry = /^(styles|verify|file)\.(css|js)$/.exec(name)
  if (!entry) return [name, contents]
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12)
  const hashed = `${entry[1]}-${hash}.${entry[2]}`
  manifest[entry[1]] = `/assets/${hashed}`
  return [hashed, contents]
})
for (const font of ['source-sans-3', 'source-serif-4']) {
  const licence = await readFile(join(root, `node_modules/@fontsource-variable/${font}/LICENSE`))
  files.push([`${font}-OFL.txt`, licence])
}
files.push(['manifest.json', `${JSON.stringify(manifest, null, 2)}\n`])

// Made aside and moved into place, so that a build that fails leaves the old files as they were.
const fresh = `${out}.${process.pid}`
await mkdir(fresh, { recursive: true })
for (const [name, contents] of files) await writeFile(join(fresh, name), contents)
await rm(out, { recursive: true, force: true })
await rename(fresh, out)
const script = outputFiles.find(({ path }) => basename(path) === 'verify.js')
const kilobytes = (gzipSync(script?.contents ?? '').length / 1000).toFixed(1)
console.log(`public/assets: ${files.length} files; the verification page's script is ${kilobytes} kB compressed`)
