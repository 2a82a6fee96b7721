#!/usr/bin/env node
// The operator's command, in whatever folder it is called: loads the TypeScript beside this file and runs it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
if (existsSync(join(root, 'node_modules', 'tsx'))) {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: join(root, 'tsconfig.json') })
  const { main } = await import(pathToFileURL(join(root, 'cli', 'main.ts')).href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  console.error(`The packages are not installed yet. Run in ${root}: npm install`)
  process.exitCode = 1
}
