import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMilliseconds, residentMegabytes } from '@/bench/load/process-figures'
import { freePort } from '@/bench/load/processes'
import { env } from '@/lib/env'
import { median } from './median'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const TICK_MS = 10
const root = join(import.meta.dirname, '..')

/** Milliseconds that passed, and those that a processor worked (user and system). */
interface Took {
  wall: number
  cpu: number
  /** Megabytes in memory then; null for what has ended. */
  memory: number | null
}

/**
 * How long `npm start` takes to the first 200 of its readiness, with the database up, and `certs --help`, in alternation
 * with a bare Node process, which is the floor of both.
 */
export async function benchStart(): Promise<void> {
  const kinds = {
    'node --eval ""': () => ended(['--eval', '']),
    'npm start, until it is ready': () => started({}),
    'the same with ROLES=public': () => started({ ROLES: 'public' }),
    'certs --help': () => ended([join(root, 'cli', 'certs.mjs'), '--help']),
  }
  const rows = Object.entries(kinds).map(([name, run]) => ({ name, run, runs: [] as Took[] }))
  for (const { run } of rows) await run() // what is not in memory yet
  for (let round = 0; round < ROUNDS; round++) for (const row of rows) row.runs.push(await row.run())
  const floor = median((rows[0]?.runs ?? []).map(({ cpu }) => cpu))
  console.log('\nStart and command, medians')
  for (const { name, runs } of rows) {
    const [wall, cpu] = [median(runs.map((one) => one.wall)), median(runs.map((one) => one.cpu))]
    const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
    console.log(
      `  ${name.padEnd(30)} wall ${seconds(wall)}   cpu ${seconds(cpu)}   ${(cpu / floor).toFixed(1)} × node${megabytes(runs)}`,
    )
  }
}

function megabytes(runs: readonly Took[]): string {
  const found = runs.flatMap(({ memory }) => memory ?? [])
  return found.length > 0 ? `   ${median(found).toFixed(0)} MB` : ''
}

/** Runs Node to its end. */
async function ended(args: string[]): Promise<Took> {
  const [began, before] = [performance.now(), cpuOfEndedChildren()]
  const child = spawn(process.execPath, args, { env: variables(), stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`)
  return { wall: performance.now() - began, cpu: cpuOfEndedChildren() - before, memory: null }
}

/** Starts the service as `npm start` does, until it is ready, and kills it. */
async function started(more: Readonly<Record<string, string>>): Promise<Took> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const port = String(await freePort())
  const began = performance.now()
  const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
    cwd: root,
    env: { ...variables(), ...more, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) break
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const pid = child.pid ?? 0
  const took = { wall: performance.now() - began, cpu: cpuMilliseconds(pid), memory: residentMegabytes(pid) }
  child.kill('SIGKILL')
  await exit
  return took
}

function variables(): NodeJS.ProcessEnv {
  const { DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR } = env()
  return { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR }
}

/** Of this process's children that have ended and been waited for, in milliseconds (Linux). */
function cpuOfEndedChildren(): number {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}
