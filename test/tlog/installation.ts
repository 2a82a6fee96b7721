import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { testProgram } from '@/test/test-program'

/** An installation as far as its public log goes: a process with a database, a log and a journal of its own. */
export interface Installation {
  child: ChildProcessWithoutNullStreams
  database: TestDatabase
  folder: string
  port: number
  vkey: string
  witness: string
}

/** Starts one, with a log that has just begun. */
export async function startInstallation(name: string): Promise<Installation> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), `installation-${name}-`))
  const child = spawn(process.execPath, [testProgram('installation-process')], {
    env: {
      ...process.env,
      DATABASE_URL: database.serviceUrl,
      DATA_DIR: folder,
      BASE_URL: `https://${name}.example`,
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, name).toString('base64'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ])) as [string]
  const said = JSON.parse(line) as Pick<Installation, 'port' | 'vkey' | 'witness'>
  const installation = { child, database, folder, ...said }
  return installation
}

/** Tells it whose log it confirms, and whom its own log asks. */
export function tellInstallation({ child }: Installation, told: { witnessLogs: string[]; policy: string }): void {
  child.stdin.write(`${JSON.stringify(told)}\n`)
}

/** Ends it, and takes all away that it had. */
export async function endInstallation({ child, database, folder }: Installation): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}
