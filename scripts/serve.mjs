// npm start and npm run demo (--demo): checks what a start needs, builds what is missing, and becomes the server.
// Nothing but Node's own modules may be imported here before the checks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? '.', '..')

try {
  refuse()
  const { ensureBuilt } = await import('./ensure-built.mjs')
  ensureBuilt(root)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
process.chdir(root)
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true) // stacks name the sources
await import('../dist/server.mjs')

function refuse() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`This needs Node 20.19 or newer, and this is ${process.versions.node}.`)
  }
  if (!existsSync(join(root, 'node_modules', 'sharp'))) {
    throw new Error('The packages are not installed yet. Run: npm install')
  }
}
