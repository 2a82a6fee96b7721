import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { localPath } from '@/lib/local-path'
import { projectDir } from '@/lib/project-dir'

/** A migration as its folder has it. */
export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Not the working folder's: the command runs in any folder. */
export function migrationsDir(): string {
  return localPath(projectDir(), 'prisma', 'migrations')
}

/** In the order of their names. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(localPath(dir, name, 'migration.sql'))
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}
