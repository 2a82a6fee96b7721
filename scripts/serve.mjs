// npm start and npm run demo (--demo): checks what a start needs, builds what the pages load, and becomes the server.
// With --build it only builds, Next's application too. Nothing but Node's own modules may be imported here before the checks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? '.', '..')

const refusal = refuse()
if (refusal) {
  console.error(refusal)
  process.exit(1)
}

process.chdir(root)
process.env.NODE_ENV = 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'

const { register } = await import('tsx/esm/api')
register({ tsconfig: join(root, 'tsconfig.json') })

try {
  const { env } = await import('../lib/env.ts') // before the build: a wrong variable is told at once
  env()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const isBuild = process.argv.includes('--build')
const { buildAssets, buildUnlessFresh } = await import('./next-build.mjs')
const code = isBuild ? await buildUnlessFresh(root) : await buildAssets(root)
if (code !== 0 || isBuild) process.exit(code)
await import('../server/main.ts')

function refuse() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    return `This needs Node 20.19 or newer, and this is ${process.versions.node}.`
  }
  const isInstalled = ['next', 'tsx', 'pg'].every((name) => existsSync(join(root, 'node_modules', name)))
  return isInstalled ? null : 'The packages are not installed yet. Run: npm install'
}
