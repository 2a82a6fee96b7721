import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const GENERATED = join('lib', 'store', 'generated')

async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return new Map(paths.map((path, at) => [path.slice(folder.length + 1), texts[at] ?? '']))
}

describe('the generated database client', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'generated-client-'))
    await mkdir(join(folder, 'prisma'))
    await cp(join(root, 'prisma', 'schema.prisma'), join(folder, 'prisma', 'schema.prisma'))
    const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js')
    const schema = join(folder, 'prisma', 'schema.prisma')
    await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', schema], { cwd: root })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is that of schema.prisma, as the installation made it', async () => {
    const fresh = await filesOf(join(folder, GENERATED))
    const used = await filesOf(join(root, GENERATED))
    used.delete('made-from')
    expect([...used.keys()].sort()).toEqual([...fresh.keys()].sort())
    const stale = [...fresh].filter(([name, text]) => used.get(name) !== text).map(([name]) => name)
    expect(stale).toEqual([])
  })
})
