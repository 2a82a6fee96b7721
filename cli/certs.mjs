#!/usr/bin/env node
// The operator's command, in whatever folder it is called: compiles it if it must, and runs it.
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

try {
  await import(new URL('scripts/node/require-node.mjs', root).href)
  const { ensureBuilt } = await import(new URL('scripts/ensure-built.mjs', root).href)
  ensureBuilt(fileURLToPath(root))
  process.setSourceMapsEnabled(true) // stacks name the sources: of what is loaded from here on
  await import(new URL('dist/cli.mjs', root).href)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
