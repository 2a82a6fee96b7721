import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  ...['app', 'components', 'lib', 'server', 'public', 'scripts', 'instrumentation.ts', 'instrumentation-node.ts'],
  ...['next.config.mjs', 'package-lock.json'],
]
/** Made by the build itself. */
const ASSETS = join('public', 'assets')

/** Builds the assets and Next's application unless both were built from just these sources. Returns the exit code. */
export async function buildUnlessFresh(root) {
  const stamp = join(root, '.next', 'built-from')
  const sources = hashOfSources(root)
  const outputs = [stamp, join(root, '.next', 'BUILD_ID'), join(root, ASSETS, 'manifest.json')]
  const isBuilt = outputs.every((path) => existsSync(path))
  if (isBuilt && readFileSync(stamp, 'utf8') === sources) return 0
  const next = join('node_modules', 'next', 'dist', 'bin', 'next')
  const code = (await buildAssets(root)) || (await run(root, [next, 'build']))
  if (code === 0) writeFileSync(stamp, sources)
  return code
}

/** Builds the stylesheet, the scripts and the fonts: all that the front needs built. Returns the exit code. */
export function buildAssets(root) {
  return run(root, [join('scripts', 'build-assets.mjs')])
}

/** By content, since a checkout and a copy change the files' times. */
function hashOfSources(root) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (path === ASSETS) return
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    if (found?.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(join(path, name))
    else if (found && !/\.test\.tsx?$/.test(path)) {
      const bytes = readFileSync(join(root, path))
      hash.update(`${path}\0${bytes.length}\0`).update(bytes)
    }
  }
  SOURCES.forEach(add)
  return hash.digest('hex')
}

function run(root, args) {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => {
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      resolve(code ?? 1)
    })
  })
}
