import { mkdtempSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'
import { getLogFile } from './get-log-file'

const folder = mkdtempSync(join(tmpdir(), 'get-log-file-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const place = join(folder, 'log')
useServiceDatabase({ LOG_DIR: place, JOURNAL_DIR: join(folder, 'journal') })

const PATHS = ['checkpoint', 'checkpoint.witnessed', 'vkeys', 'tile/0/000', 'tile/entries/000']

it('a file that is not there is none, where there is a log and where there is not; of a log that is gone nothing is said', async () => {
  for (const path of PATHS) await expect(getLogFile(path)).rejects.toMatchObject({ code: 'not_found' })
  await issueOne(await mintIssuer())
  await fillLog()
  expect((await getLogFile('checkpoint')).bytes.length).toBeGreaterThan(0)
  for (const path of ['tile/0/000', 'tile/0/001', 'tile/9/000'])
    await expect(getLogFile(path)).rejects.toMatchObject({ code: 'not_found' })
  await rename(place, `${place}.away`)
  for (const path of PATHS) await expect(getLogFile(path)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(getLogFile('nothing')).rejects.toMatchObject({ code: 'not_found' })
})
