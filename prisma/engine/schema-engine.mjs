#!/usr/bin/env node
/**
 * Stands in for the schema engine that the Prisma CLI would download: the same command line and the same JSON-RPC
 * over standard input and output, answered by @prisma/schema-engine-wasm. prisma.config.ts points the CLI here.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { adapterOf } from './adapter.mjs'
import { createDatabase, databaseCommand } from './database-command.mjs'
import { wasmEngine } from './wasm-engine.mjs'

const words = process.argv.slice(2)
const valuesOf = (name) => words.flatMap((word, at) => (word === name ? [words[at + 1]] : []))

if (words.includes('--version') || words[0] === '-V') {
  console.log('schema-engine-cli wasm')
  process.exit(0)
}

const source = JSON.parse(valuesOf('--datasource')[0] ?? '{}')
const url = source.url ?? process.env.DATABASE_URL
if (words.includes('cli')) process.exit(await databaseCommand(words[words.indexOf('cli') + 1], url))

const files = valuesOf('--datamodels').map((path) => [path, readFileSync(path, 'utf8')])
const bare = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']]
const starting = url
  ? wasmEngine(adapterOf(url), files.length > 0 ? files : bare)
  : Promise.reject(new Error('The schema engine needs a database: set DATABASE_URL.'))
starting.catch(() => undefined)

const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
let ownId = 1_000_000

async function call(method, params) {
  const engine = await starting
  if (method === 'getDatabaseVersion') return engine.version(params)
  if (method === 'createDatabase') return { databaseName: await createDatabase(params.datasource?.url ?? url) }
  const result = await engine[method](params)
  if (method === 'diff' && result.stdout != null) {
    send({ id: ownId++, method: 'print', params: { content: result.stdout } })
  }
  return result ?? {}
}

async function answer({ id, method, params }) {
  if (!method) return
  try {
    send({ id, result: await call(method, params) })
  } catch (cause) {
    const data = { is_panic: false, message: String(cause?.message ?? cause), error_code: cause?.code }
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
  }
}

let queue = Promise.resolve()
createInterface({ input: process.stdin })
  .on('line', (line) => (queue = queue.then(() => answer(JSON.parse(line)))))
  .on('close', () => queue.then(() => process.exit(0)))
