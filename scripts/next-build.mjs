import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'app',
  'components',
  'lib',
  'server',
  'public',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/** Builds the pages unless .next holds a build of just these sources. Returns the exit code. */
export async function buildUnlessFresh(root) {
  const stamp = join(root, '.next', 'built-from')
  const sources = hashOfSources(root)
  const isBuilt = existsSync(join(root, '.next', 'BUILD_ID')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === sources) return 0
  const code = await build(root)
  if (code === 0) writeFileSync(stamp, sources)
  return code
}

/** By content, since a checkout and a copy change the files' times. */
function hashOfSources(root) {
  const hash = createHash('sha256')
  const add = (path) => {
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

function build(root) {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const child = spawn(process.execPath, [next, 'build'], { cwd: root, stdio: 'inherit', env })
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
