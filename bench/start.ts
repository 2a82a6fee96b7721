import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMilliseconds, residentMegabytes } from '@/bench/load/process-figures'
import { freePort } from '@/bench/load/processes'
import { env } from '@/lib/env'
import { SignerProcess } from '@/test/signer/signer-process'
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
  /** The same of a server once it has loaded everything that it answers, a few seconds later. */
  settled: { cpu: number; memory: number } | null
}

/** A process that takes less than this in so many looks in a row has nothing left to load. */
const [STILL_MS, LOOK_MS, LOOKS] = [20, 500, 4]

/** By what each row is called. */
const [BARE, ALL, SIGNER, PUBLIC, DESK, COMMAND] = [
  'node --eval ""',
  'npm start, all roles',
  'the signer',
  'ROLES=public, with the signer',
  'ROLES=desk,mail, with the signer',
  'certs --help',
] as const

/**
 * How long `npm start` takes to the first 200 of its readiness, with the database up, for each way to divide the work among
 * processes, and to where all its routes are loaded; and `certs --help`, in alternation with a bare Node process, which is the
 * floor of all.
 * @returns false when the public side alone takes as long to load, or as much memory, as all roles in one process
 */
export async function benchStart(): Promise<boolean> {
  const signer = await SignerProcess.start({ KEY_ENCRYPTION_KEY: env().KEY_ENCRYPTION_KEY ?? '' })
  const withSigner = (role: 'desk' | 'public', roles: string) => () =>
    started({ ROLES: roles, SIGNER: 'socket', SIGNER_SOCKET: signer.socket(role), KEY_ENCRYPTION_KEY: '' })
  const kinds: [string, () => Promise<Took>][] = [
    [BARE, () => ended(['--eval', ''])],
    [ALL, () => started({})],
    [SIGNER, () => signerStarted()],
    [PUBLIC, withSigner('public', 'public')],
    [DESK, withSigner('desk', 'desk,mail')],
    [COMMAND, () => ended([join(root, 'cli', 'certs.mjs'), '--help'])],
  ]
  const runs = new Map<string, Took[]>(kinds.map(([name]) => [name, []]))
  try {
    for (const [, run] of kinds) await run() // what is not in memory yet
    for (let round = 0; round < ROUNDS; round++) for (const [name, run] of kinds) runs.get(name)?.push(await run())
  } finally {
    await signer.remove()
  }
  const middle = (name: string, what: (took: Took) => number) => median((runs.get(name) ?? []).map(what))
  const settledCpu = (name: string) => middle(name, ({ settled }) => settled?.cpu ?? Number.NaN)
  const settledMemory = (name: string) => middle(name, ({ settled }) => settled?.memory ?? Number.NaN)
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
  console.log('\nStart and command, medians: until ready, and until everything is loaded')
  for (const [name, run] of runs) {
    const [wall, cpu] = [middle(name, (took) => took.wall), middle(name, (took) => took.cpu)]
    const floor = cpu / middle(BARE, (took) => took.cpu)
    const memory = run[0]?.memory == null ? '' : `   ${middle(name, (took) => took.memory ?? 0).toFixed(0)} MB`
    const all = run[0]?.settled ? `   all: cpu ${seconds(settledCpu(name))}, ${settledMemory(name).toFixed(0)} MB` : ''
    console.log(
      `  ${name.padEnd(34)} wall ${seconds(wall)}   cpu ${seconds(cpu)}   ${floor.toFixed(1)} × node${memory}${all}`,
    )
  }
  const ratios = [settledCpu(PUBLIC) / settledCpu(ALL), settledMemory(PUBLIC) / settledMemory(ALL)] as const
  const good = ratios.every((ratio) => ratio < 1)
  const [time, memory] = ratios.map((ratio) => ratio.toFixed(2))
  console.log(`  public of all roles: ${time} of the time, ${memory} of the memory${good ? '' : '   MISSED'}`)
  return good
}

/** Starts a signer in a folder of its own, until it listens. */
async function signerStarted(): Promise<Took> {
  const began = performance.now()
  const signer = await SignerProcess.start({ KEY_ENCRYPTION_KEY: env().KEY_ENCRYPTION_KEY ?? '' })
  const { pid } = signer
  const took = { wall: performance.now() - began, cpu: cpuMilliseconds(pid), memory: residentMegabytes(pid) }
  await signer.remove()
  return { ...took, settled: null }
}

/** Runs Node to its end. */
async function ended(args: string[]): Promise<Took> {
  const [began, before] = [performance.now(), cpuOfEndedChildren()]
  const child = spawn(process.execPath, args, { env: variables(), stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`)
  return { wall: performance.now() - began, cpu: cpuOfEndedChildren() - before, memory: null, settled: null }
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
    await sleep(5)
  }
  const pid = child.pid ?? 0
  const took = { wall: performance.now() - began, cpu: cpuMilliseconds(pid), memory: residentMegabytes(pid) }
  const settled = await untilSettled(pid)
  child.kill('SIGKILL')
  await exit
  return { ...took, settled }
}

async function untilSettled(pid: number): Promise<NonNullable<Took['settled']>> {
  let [before, still] = [cpuMilliseconds(pid), 0]
  while (still < LOOKS) {
    await sleep(LOOK_MS)
    const cpu = cpuMilliseconds(pid)
    still = cpu - before < STILL_MS ? still + 1 : 0
    before = cpu
  }
  return { cpu: before, memory: residentMegabytes(pid) }
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
