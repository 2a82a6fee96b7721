#!/usr/bin/env node
// The operator's command, in whatever folder it is called: compiles it if it must, and runs it.
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

// Without a listener, a reader that goes away (`certs --help | head`) would end the process in the middle of its work.
process.stdout.on('error', () => undefined)

try {
  const { ensureBuilt } = await import(new URL('scripts/ensure-built.mjs', root).href)
  ensureBuilt(fileURLToPath(root))
  process.setSourceMapsEnabled(true) // stacks name the sources
  const { main } = await import(new URL('dist/cli.mjs', root).href)
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
