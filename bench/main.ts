/**
 * `npm run bench`, or `npm run bench -- serving`, `-- files`, `-- badges`, `-- scan`: figures as ratios to floors that are
 * measured in the same run, in alternation. Quote the ratios: the absolute figures say how busy the machine was.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, setEnv } from '@/lib/env'
import { closeDatabase } from '@/lib/store/database'
import { prepareStore } from '@/lib/store/prepare-store'
import { benchBadges } from './badges'
import { benchFiles } from './files'
import { benchScan } from './scan'
import { seed } from './seed'
import { benchServing } from './serving'

const BENCHES = { serving: benchServing, files: benchFiles, badges: benchBadges }

const asked = process.argv[2]
if (asked === undefined || asked === 'scan') await benchScan()
if (asked !== 'scan') await benchService()

async function benchService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-bench-'))
  setEnv({ ...env(), DATA_DIR: join(folder, 'data') })
  const store = await prepareStore()
  try {
    const seeded = await seed(1000)
    for (const [name, bench] of Object.entries(BENCHES)) if (asked === undefined || asked === name) await bench(seeded)
  } finally {
    await closeDatabase()
    await store.release()
    rmSync(folder, { recursive: true, force: true })
  }
}
