// npm start and npm run demo (--demo): checks what a start needs, builds what is missing, and becomes the server.
// Nothing but Node's own modules may be imported here before the checks.
import './node/require-node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

try {
  if (!existsSync(join(root, 'node_modules', 'sharp')))
    throw new Error('The packages are not installed yet. Run: npm install')
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
