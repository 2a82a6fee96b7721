import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { workingPool } from '@/lib/store/database/database'
import { forgetLog } from '@/lib/store/log/complete-log'
import { findLogState } from '@/lib/store/log/log-state'
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
  const serial = await issueOne(await mintIssuer())
  // Whatever stands before the store may answer for it with a page of its own: it ends no intake.
  await mkdir(place, { recursive: true })
  for (const page of ['', 'OK', '<html>Back soon</html>\n']) {
    await writeFile(join(place, 'complete'), page)
    forgetLog()
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
  }
  await rm(place, { recursive: true })
  await fillLog()
  expect((await getLogFile('checkpoint')).bytes.length).toBeGreaterThan(0)
  for (const path of ['tile/0/000', 'tile/0/001', 'tile/9/000'])
    await expect(getLogFile(path)).rejects.toMatchObject({ code: 'not_found' })
  await expectNothingElse()
  await rename(place, `${place}.away`)
  for (const path of PATHS) await expect(getLogFile(path)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(getLogFile('nothing')).rejects.toMatchObject({ code: 'not_found' })
})

/** Of a file that is not what is read at its address nothing is served. */
async function expectNothingElse(): Promise<void> {
  const { size } = (await findLogState(workingPool())) ?? { size: 0 }
  const tiles = (['entries', 0] as const).map((level) => tilePath({ level, index: 0, width: size }))
  for (const path of ['checkpoint', 'vkeys', ...tiles]) {
    const file = join(place, path)
    const right = await readFile(file)
    expect((await getLogFile(path)).bytes).toEqual(right)
    for (const wrong of ['', 'OK', '<html>\n<p>Back soon\n</html>\n', right.subarray(0, -1), Buffer.alloc(4_000_000)]) {
      await rm(file)
      await writeFile(file, wrong)
      await expect(getLogFile(path), `${path}: ${wrong.length}`).rejects.toMatchObject({ code: 'unavailable' })
    }
    await writeFile(file, right)
  }
}
