import { randomUUID } from 'node:crypto'
import { loadCertificates } from '@/bench/data/bulk-load'
import { seed, type Seeded } from '@/bench/data/seed'
import { median } from '@/bench/median'
import { env, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { fillLog } from '@/lib/service/log/fill-log'
import { proveCertificate } from '@/lib/service/log/prove-certificate'
import { workingPool } from '@/lib/store/database/database'
import { forgetLog } from '@/lib/store/log/complete-log'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { logSizes } from './log-sizes'

const EVENTS = Number(process.env.BENCH_LOGGED ?? 10_000)
const LEAVES = Number(process.env.BENCH_LEAVES ?? 100_000)
const CHECKS = 300
const ROUNDS = 9
const PER_SECOND = 5000

/** What the public log costs with everything around it: database, files, flushing. Needs a store whose owner it is. */
export async function benchLog(): Promise<boolean> {
  const seeded = await seed(200)
  await takeIn()
  await compareChecks(seeded)
  await proofs(seeded)
  return publish()
}

/** Takes in what was there. */
async function takeIn(): Promise<void> {
  const { id } = await addIssuer({ name: 'Taken In', slug: 'taken-in', domain: 'taken-in.example' })
  await loadCertificates(id, EVENTS, { words: false })
  const began = performance.now()
  const state = await fillLog()
  const seconds = (performance.now() - began) / 1000
  const rate = Math.round(state.publishedSize / seconds)
  console.log(
    `taken in: ${state.publishedSize} leaves of ${EVENTS} certificates in ${seconds.toFixed(0)} s, ${rate} a second`,
  )
}

/** The same checks in one process, with the log and as if there were none, one round after the other. */
async function compareChecks({ serials }: Seeded): Promise<void> {
  const { rows } = await workingPool().query('SELECT * FROM log_state')
  const before = env()
  const found = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of ['with', 'without'] as const) {
      if (kind === 'without') {
        await workingPool().query('CREATE TABLE public.kept_state AS TABLE log_state')
        await workingPool().query('DELETE FROM log_state')
        setEnv({ ...before, LOG_DIR: 'no-log' })
      }
      forgetLog()
      const used = process.cpuUsage()
      for (let at = 0; at < CHECKS; at++) {
        const checked = await checkCertificate(serials[at % serials.length] ?? '')
        if ((checked?.log !== null) !== (kind === 'with')) throw new Error(`a check was not made ${kind} the log`)
      }
      const { user, system } = process.cpuUsage(used)
      if (round > 0) found[kind].push((user + system) / CHECKS)
      if (kind === 'without') {
        await workingPool().query('INSERT INTO log_state SELECT * FROM public.kept_state')
        await workingPool().query('DROP TABLE public.kept_state')
        setEnv(before)
      }
    }
  }
  if (rows.length !== 1) throw new Error('there is no log')
  const [on, off] = [median(found.with), median(found.without)]
  console.log(
    `a check: ${on.toFixed(0)} µs of the process with the log, ${off.toFixed(0)} without, ${(on / off).toFixed(2)} ×`,
  )
}

async function proofs({ serials }: Seeded): Promise<void> {
  const times: number[] = []
  let bytes = 0
  for (const serial of serials.slice(0, 50)) {
    const began = performance.now()
    const [proof] = (await proveCertificate(serial)) ?? []
    times.push(performance.now() - began)
    bytes = proof?.proof.length ?? 0
  }
  console.log(`a proof: ${bytes} bytes, ${ms(median(times))}`)
}

/** Leaves through PostgreSQL and onto the disk: places, claim, bundles, tiles, checkpoint. */
async function publish(): Promise<boolean> {
  const issuer = randomUUID().replaceAll('-', '')
  const before = await logSizes()
  await workingPool().query(
    `INSERT INTO log_pending (kind, subject, place, part, leaf, salt)
     SELECT 'event', gen_random_uuid(), 1, 0,
       '\\x01'::bytea || decode('${issuer}', 'hex') || int8send(extract(epoch FROM clock_timestamp())::bigint)
         || sha256(int8send(n)) || sha256(int8send(-n)), sha256(int8send(n))
     FROM generate_series(1, $1::bigint) n`,
    [LEAVES],
  )
  const db = await ownLogConnection()
  const sequencer = await Sequencer.take(db)
  if (!sequencer) throw new Error('somebody else publishes the log')
  const began = performance.now()
  while ((await sequencer.runBatch()) > 0) continue
  const seconds = (performance.now() - began) / 1000
  await sequencer.release()
  await db.end()
  const after = await logSizes()
  const perLeaf = (one: 'table' | 'files') => ((after[one] - before[one]) / LEAVES).toFixed(0)
  const rate = Math.round(LEAVES / seconds)
  console.log(
    `published: ${LEAVES} leaves through PostgreSQL in ${seconds.toFixed(1)} s, ${rate} a second (bound ${PER_SECOND})`,
  )
  console.log(`growth: ${perLeaf('files')} bytes of files and ${perLeaf('table')} of PostgreSQL a leaf`)
  return rate >= PER_SECOND
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
