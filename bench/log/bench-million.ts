import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadCertificates } from '@/bench/data/bulk-load'
import { seed } from '@/bench/data/seed'
import { type PacedLoad, sendPacedLoad } from '@/bench/load/paced-load'
import { startService } from '@/bench/load/processes'
import { median } from '@/bench/median'
import { env } from '@/lib/env'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { workingPool } from '@/lib/store/database/database'
import { findLogState } from '@/lib/store/log/log-state'
import { logSizes } from './log-sizes'

const CERTIFICATES = Number(process.env.BENCH_LOGGED ?? 1_000_000)
const RATE = Number(process.env.BENCH_RATE ?? 50)
/** The intake is cut off then, as it may be, and what was reached is said. */
const MOST_SECONDS = Number(process.env.BENCH_MOST_SECONDS ?? 7200)
const STRETCH_SECONDS = 10
const QUIET_STRETCHES = 3

/**
 * Takes a million certificates into the log with the operator's command, while the service answers checks at a steady
 * rate. What the checks ask for is signed for real.
 * @returns false when a check was refused
 */
export async function benchMillion(): Promise<boolean> {
  const { serials } = await seed(200)
  const { id } = await addIssuer({ name: 'Taken In', slug: 'taken-in', domain: 'taken-in.example' })
  const began = performance.now()
  await loadCertificates(id, CERTIFICATES, { words: false })
  console.log(`${CERTIFICATES} certificates loaded in ${secondsSince(began)} s`)
  const { BASE_URL } = env()
  const service = await startService({ BASE_URL, LOG_LEVEL: 'fatal' })
  const target = { url: service.url, paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`) }
  const stretches = async (goOn: (count: number) => boolean) => {
    const loads: PacedLoad[] = []
    while (goOn(loads.length)) loads.push(await sendPacedLoad(target, RATE, STRETCH_SECONDS))
    return loads
  }
  const quiet = () => stretches((count) => count < QUIET_STRETCHES)
  try {
    await sendPacedLoad(target, RATE, STRETCH_SECONDS)
    const before = await quiet()
    const filling = startFilling()
    const during = await stretches(() => filling.isGoing())
    const { seconds, ended } = await filling.done
    const state = await findLogState(workingPool())
    const size = state?.publishedSize ?? 0
    const after = await quiet()
    console.log(`\n${ended ? 'taken in' : 'cut off after'} ${size} leaves in ${seconds.toFixed(0)} s:`)
    console.log(`${Math.round(size / seconds)} a second by the clock; load average ${await loadAverage()}`)
    const { table, files } = await logSizes()
    console.log(
      `growth: ${(files / size).toFixed(0)} bytes of files and ${(table / size).toFixed(0)} of PostgreSQL a leaf`,
    )
    print('before', before)
    print('while it was taken in', during)
    print('after', after)
    return [...before, ...during, ...after].every(({ refused }) => refused === 0)
  } finally {
    await service.stop()
  }
}

/** The operator's command, in a process of its own. */
function startFilling() {
  const root = join(import.meta.dirname, '../..')
  const { BASE_URL, DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', DATA_DIR } = env()
  const own = { BASE_URL, DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR, LOG_LEVEL: 'warn' }
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'cli/certs.mjs'), 'log', 'fill'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const limit = setTimeout(() => child.kill('SIGTERM'), MOST_SECONDS * 1000)
  const done = once(child, 'exit').then(([code]) => {
    clearTimeout(limit)
    return { seconds: (performance.now() - began) / 1000, ended: code === 0 }
  })
  return { done, isGoing: () => child.exitCode === null && child.signalCode === null }
}

function print(name: string, loads: readonly PacedLoad[]): void {
  const [p50, p99] = (['p50', 'p99'] as const).map((which) => median(loads.map((load) => load[which])))
  const worst = Math.max(...loads.map((load) => load.p99))
  const refused = loads.reduce((sum, load) => sum + load.refused, 0)
  console.log(
    `checks ${name}: p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms (worst stretch ${worst.toFixed(1)}), ` +
      `${refused} of ${loads.length * RATE * STRETCH_SECONDS} not answered with 200`,
  )
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(0)

const loadAverage = async () => (await readFile('/proc/loadavg', 'utf8')).split(' ')[0]
