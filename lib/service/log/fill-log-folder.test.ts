import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { findLogState } from '@/lib/store/log/log-state'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'

const folder = mkdtempSync(join(tmpdir(), 'fill-log-folder-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const place = join(folder, 'log')
const database = useServiceDatabase({ LOG_DIR: place, JOURNAL_DIR: join(folder, 'journal') }, 'owner')

describe('a log whose folder cannot be written', () => {
  it('is not begun', async () => {
    await writeFile(place, '')
    const named = expect.stringContaining(place) as string
    await expect(fillLog()).rejects.toMatchObject({ code: 'unavailable', message: named })
    expect(await findLogState(workingPool())).toBeNull()
  })

  it('ends the filling before any change waits for it', async () => {
    await issueOne(await mintIssuer())
    await rm(place)
    const breakIt = () => {
      rmSync(place, { recursive: true, force: true })
      writeFileSync(place, '')
    }
    await expect(fillLog(breakIt)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await findLogState(workingPool())).toMatchObject({ intakeEnded: false })
    await rm(place)
    expect(await fillLog()).toMatchObject({ intakeEnded: true })
  })

  it('is not called filled, nor is one whose files are gone or that is stopped, however much of it was published', async () => {
    await rm(place, { recursive: true })
    const lost = expect.stringContaining('its files are not there') as string
    await expect(fillLog()).rejects.toMatchObject({ code: 'unavailable', message: lost })
    await rm(place, { recursive: true })
    await writeFile(place, '')
    await expect(fillLog()).rejects.toMatchObject({ code: 'unavailable' })
    await rm(place)
    await database.asOwner(`UPDATE log_state SET stopped = 'an example'`)
    const named = expect.stringContaining('stopped: an example') as string
    await expect(fillLog()).rejects.toMatchObject({ code: 'unavailable', message: named })
  })
})
