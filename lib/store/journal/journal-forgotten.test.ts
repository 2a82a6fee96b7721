import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
import { journalForgotten } from './journal-forgotten'
import { journalFiles } from './open-journal'
import { readSegment } from './read-journal'

const database = useServiceDatabase()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgotten-'))
  setEnv({ ...env(), JOURNAL_DIR: folder })
})

afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true, force: true })
})

async function journalled(): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { name } of (await journalFiles().segments()) ?? [])
    for await (const placed of readSegment(journalFiles(), name, 0)) found.push(...placed.map(({ record }) => record))
  return found
}

it('takes each row into the journal once, with the rights of the role that serves', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  await database.asOwner(
    `INSERT INTO forgotten_rows ("table", id) VALUES ${ids.map((id) => `('watchers', '${id}')`).join()}`,
  )
  await Promise.all([journalForgotten(), journalForgotten()])
  const records = await journalled()
  for (const id of ids) expect(records.filter((record) => JSON.stringify(record).includes(id))).toHaveLength(1)
  expect((await workingPool().query('SELECT FROM forgotten_rows')).rowCount).toBe(0)
})
