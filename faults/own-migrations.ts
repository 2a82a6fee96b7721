import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..', 'prisma', 'migrations')

/**
 * The project's migrations with some more, as a next version would bring them.
 * @returns the folder, for `migrate`
 */
export async function migrationsWith(folder: string, more: Record<string, string>): Promise<string> {
  await cp(PROJECT, folder, { recursive: true })
  for (const [name, sql] of Object.entries(more)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}
