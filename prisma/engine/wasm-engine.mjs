import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The module writes a panic here; without the registry a panic ends in a ReferenceError that hides it.
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    console.error(`The schema engine stopped: ${message}`)
  },
}

const require = createRequire(import.meta.url)
let bindings

async function load() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = require.resolve('@prisma/schema-engine-wasm').replace('schema_engine.js', 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(readFileSync(module), { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start?.()
  return glue
}

/**
 * Prisma's schema engine, compiled to WebAssembly, over a driver adapter.
 * @param factory the adapter that opens connections, and shadow databases
 * @param {[path: string, text: string][]} datamodels the schema files
 */
export async function wasmEngine(factory, datamodels) {
  const glue = await (bindings ??= load())
  const debug = (message) => process.env.DEBUG && console.error('[schema engine]', message)
  return glue.SchemaEngine.new({ datamodels }, debug, bindMigrationAwareSqlAdapterFactory(factory))
}
