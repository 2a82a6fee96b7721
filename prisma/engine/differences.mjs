import { adapterOf } from './adapter.mjs'
import { wasmEngine } from './wasm-engine.mjs'

const NOTHING = '-- This is an empty migration.'

/**
 * What would have to be run on a database to make it what a schema describes.
 * Partial and expression indexes, triggers and functions are not seen by the engine and never reported.
 * @param {string} url of the database
 * @param {string} schema the text of schema.prisma
 * @returns {Promise<string>} SQL; the empty string where nothing differs
 */
export async function differences(url, schema) {
  const files = [{ path: 'schema.prisma', content: schema }]
  const engine = await wasmEngine(adapterOf(url), [['schema.prisma', schema]])
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  if (typeof stdout !== 'string') throw new Error('The schema engine gave no answer.')
  return stdout.trim() === NOTHING ? '' : stdout.trim()
}
