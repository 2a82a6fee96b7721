import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
}

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
 * processes, and `certs --help`, in alternation with a bare Node process, which is the floor of all.
 * @returns false when the public side alone starts no faster, or is no smaller, than all roles in one process
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
  const cpu = (name: string) => middle(name, (took) => took.cpu)
  const memory = (name: string) => middle(name, (took) => took.memory ?? 0)
  console.log('\nStart and command, medians')
  for (const [name] of kinds) {
    const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
    const wall = seconds(middle(name, (took) => took.wall))
    const row = `wall ${wall}   cpu ${seconds(cpu(name))}   ${(cpu(name) / cpu(BARE)).toFixed(1)} × node`
    console.log(`  ${name.padEnd(34)} ${row}${memory(name) > 0 ? `   ${memory(name).toFixed(0)} MB` : ''}`)
  }
  const good = cpu(PUBLIC) < cpu(ALL) && memory(PUBLIC) < memory(ALL)
  const ratio = (of: (name: string) => number) => (of(PUBLIC) / of(ALL)).toFixed(2)
  console.log(
    `  public of all roles: ${ratio(cpu)} of the time, ${ratio(memory)} of the memory${good ? '' : '   MISSED'}`,
  )
  return good
}

/** Starts a signer in a folder of its own, until it listens. */
async function signerStarted(): Promise<Took> {
  const began = performance.now()
  const signer = await SignerProcess.start({ KEY_ENCRYPTION_KEY: env().KEY_ENCRYPTION_KEY ?? '' })
  const { pid } = signer
  const took = { wall: performance.now() - began, cpu: cpuMilliseconds(pid), memory: residentMegabytes(pid) }
  await signer.remove()
  return took
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
