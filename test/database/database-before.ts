import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@/lib/store/migrations/migrate'
import { createTestDatabase, type TestDatabase } from './database'

const MIGRATIONS = join(process.cwd(), 'prisma/migrations')

/** A database as the migrations before one of them leave it. @param migration its name, or how it begins */
export async function createDatabaseBefore(migration: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false })
  const folder = await mkdtemp(join(tmpdir(), 'certs-before-'))
  try {
    for (const name of (await readdir(MIGRATIONS)).filter((one) => one < migration))
      await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true })
    await migrate(database.url, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return database
}
