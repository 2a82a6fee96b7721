import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { pendingMigrations } from '@/lib/store/migrations/migrate'
import { createDatabaseBefore } from '@/test/database/database-before'
import { main } from './main'

it('commands leave the database of an earlier version as it is, and say what comes first; migrate alone brings it up', async () => {
  const database = await createDatabaseBefore('0104a')
  const before = env()
  let said = ''
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean((said += String(text)))),
  )
  const certs = async (...argv: string[]) => {
    said = ''
    return main(argv)
  }
  setEnv({ ...before, DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  try {
    for (const words of [['doctor'], ['issuer', 'list'], ['backup', '/nowhere']]) {
      expect(await certs(...words), words.join(' ')).toBe(1)
      expect(said).toContain(
        'lacks the migrations 0104a_forgotten_passports_and_invitations to 0107_a_stopped_run_keeps_its_file: it is of an earlier version, or was not made to its end. Nothing was changed.',
      )
      expect(said).toContain('make a backup with that version. Then run certs migrate')
    }
    expect(await pendingMigrations(database.url)).toHaveLength(4)
    expect(await certs('migrate')).toBe(0)
    expect(said).toContain('brought up to this version: migrations 0104a_forgotten_passports_and_invitations to 0107')
    expect(await pendingMigrations(database.url)).toEqual([])
    expect(await certs('issuer', 'list')).toBe(0)
  } finally {
    setEnv(before)
    for (const spy of spies) spy.mockRestore()
    await database.drop()
  }
})
