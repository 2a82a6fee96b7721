import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRealPostgres, startRealPostgres } from '@/bench/real-postgres'
import { env, setEnv } from '@/lib/env'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { prepareStore } from '@/lib/store/database/prepare-store'

/** The databases that a measurement is made on. */
export type StoreKind = 'embedded' | 'real'

/** @returns false when a bound was missed */
type Work = (kind: StoreKind) => Promise<boolean | void>

/**
 * Does a measurement on databases of its own, thrown away afterwards: the embedded one, and where the system has one a
 * PostgreSQL 15 or newer (BENCH_DATABASE=embedded or real for one of them alone).
 */
export async function inEachStore(work: Work): Promise<boolean> {
  const asked = process.env.BENCH_DATABASE
  let good = true
  for (const kind of ['embedded', 'real'] as const)
    if (asked === undefined || asked === kind) good = (await inStore(kind, work)) && good
  return good
}

/** The same on one kind of database. */
export async function inStore(kind: StoreKind, work: Work): Promise<boolean> {
  const programs = kind === 'real' ? findRealPostgres() : null
  if (kind === 'real' && programs === null) {
    console.log('\nNo PostgreSQL 15 or newer under /usr/lib/postgresql: measured on the embedded one alone.')
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'certificate-bench-'))
  const before = env()
  const real = programs === null ? null : await startRealPostgres(programs)
  const url = real?.url ?? undefined
  const key = url === undefined ? undefined : Buffer.alloc(32, 7).toString('base64')
  setEnv({ ...before, DATA_DIR: join(folder, 'data'), DATABASE_URL: url, KEY_ENCRYPTION_KEY: key })
  const store = await prepareStore()
  try {
    const { rows } = await workingPool().query<{ server_version: string }>('SHOW server_version')
    console.log(
      `\n# On ${kind === 'real' ? 'PostgreSQL of the system' : 'the embedded PostgreSQL'} ${rows[0]?.server_version}`,
    )
    return (await work(kind)) !== false
  } finally {
    await closeDatabase()
    await store.release()
    await real?.stop()
    setEnv(before)
    rmSync(folder, { recursive: true, force: true })
  }
}
