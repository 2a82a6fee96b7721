import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testProgram } from '@/test/test-program'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database'

const ROOT = join(import.meta.dirname, '../../..')

let base = ''
let dataDir = ''
/** A data folder whose database was made, and is stopped. */
let made = ''
const opened: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  const folder = await openFolder()
  made = join(folder, 'data')
  await (await startEmbeddedDatabase(made, { elsewhere: join(folder, 'elsewhere') })).release()
})

afterAll(() => rm(dirname(made), { recursive: true, force: true }))

beforeEach(async () => {
  base = await openFolder()
  dataDir = join(base, 'data')
})

afterEach(async () => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'))
  for (const database of opened.splice(0)) await database.release()
  for (const pid of await serverPids()) process.kill(pid, 'SIGQUIT')
  await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'certs-db-'))
  await chmod(folder, 0o755)
  return folder
}

/** For what happens once there is a database: making one takes longer than all else. */
async function useMade(): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  execFileSync('cp', ['-a', made, dataDir]) // with its owners, which are two where root made it
}

async function open(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(dataDir, { elsewhere: join(base, 'elsewhere') })
  opened.push(database)
  return database
}

/** Starts the database from a process of its own; `line` is what it says: the address, or why not. */
function openInProcess() {
  const args = [testProgram('embedded-test-process'), dataDir, join(base, 'elsewhere')]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const leave = () => {
    child.stdin.write('leave\n')
    return exit
  }
  return { child, line, exit, leave }
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}

async function pidFiles(): Promise<string[]> {
  const names = await readdir(base, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('postmaster.pid')).map((name) => join(base, name))
}

async function serverPids(): Promise<number[]> {
  const texts = await Promise.all((await pidFiles()).map((file) => readFile(file, 'utf8')))
  return texts.map((text) => Number.parseInt(text, 10)).filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const mode = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777

describe('startEmbeddedDatabase', () => {
  it('makes a database with safe settings, closed to everybody else', async () => {
    const { url, adminUrl } = await open()
    const [row] = await query<Record<string, string>>(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        current_setting('TimeZone') AS zone, current_setting('server_encoding') AS encoding,
        current_setting('listen_addresses') AS listens, rolsuper AS super FROM pg_roles WHERE rolname = current_user`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on', zone: 'UTC', encoding: 'UTF8', listens: '', super: false })
    expect(await query(adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: true },
    ])
    expect(await mode('postgres.password')).toBe(0o600)
    expect(await mode('postgres.admin-password')).toBe(0o600)
    expect(await mode('postgres.log')).toBe(0o600)
    expect(await mode('postgres')).toBe(0o700)
    expect(await mode('.')).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  it('is shared, keeps its data, and is stopped by the last one out', async () => {
    await useMade()
    const first = await open()
    const second = await open()
    expect(second.url).toBe(first.url)
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    await first.release()
    await first.release()
    expect(await serverPids()).toHaveLength(1)
    await second.release()
    expect(await pidFiles()).toEqual([])
    expect(await query((await open()).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('is started once by four processes at once', async () => {
    const processes = Array.from({ length: 4 }, openInProcess)
    const lines = await Promise.all(processes.map(({ line }) => line))
    expect(new Set(lines).size).toBe(1)
    expect(lines[0]).toMatch(/^postgresql:/)
    expect(await serverPids()).toHaveLength(1)
    expect(await Promise.all(processes.slice(1).map(({ leave }) => leave()))).toEqual([0, 0, 0])
    expect(await query(lines[0] ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await processes[0]?.leave()).toBe(0)
    expect(await pidFiles()).toEqual([])
  })

  it('finds the server again after its only user was killed', async () => {
    await useMade()
    const { child, line, exit } = openInProcess()
    const url = await line
    const [server] = await serverPids()
    child.kill('SIGKILL')
    await exit
    const again = await open()
    expect(again.url).toBe(url)
    expect(await serverPids()).toEqual([server])
    await again.release()
    expect(await serverPids()).toEqual([])
  })

  it('begins again after a first start that was killed', async () => {
    const { child, exit } = openInProcess()
    await vi.waitFor(
      async () => expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toHaveLength(1),
      { timeout: 60_000, interval: 5 },
    )
    child.kill('SIGKILL')
    await exit
    expect(await query((await open()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('recovers from a killed server whose number another process has now', async () => {
    await useMade()
    const first = await open()
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    const [server = 0] = await serverPids()
    const [file = ''] = await pidFiles()
    process.kill(server, 'SIGKILL')
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 60_000 })
    // Of the database's own account: PostgreSQL knows by itself that another account's process is not its server.
    const { uid, gid } = await stat(file)
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    children.push(stranger)
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(stranger.pid)))
    const second = await open()
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('comes back at its address after its server was killed, and is left alone while it runs and once it was given up', async () => {
    await useMade()
    const first = await open()
    const second = await open()
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    const [server = 0] = await serverPids()
    expect([await first.revive(), await serverPids()]).toEqual([false, [server]])
    process.kill(server, 'SIGKILL')
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 60_000 })
    // Both notice, and one starts it.
    expect((await Promise.all([first.revive(), second.revive()])).filter(Boolean)).toHaveLength(1)
    expect(await query(first.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    expect(await serverPids()).toHaveLength(1)
    await first.release()
    await second.release()
    expect([await first.revive(), await serverPids()]).toEqual([false, []])
  })

  it.each([
    ['', 'elsewhere', 0o700],
    ['t'.repeat(100), 'elsewhere than in a folder for temporary files whose path is as long', 0o777],
    ['closed', 'elsewhere than in a folder for temporary files that is closed to it', 0o700],
  ])('puts the socket where its path would be too long (%j) %s', async (folder, _, mode) => {
    dataDir = join(base, 'd'.repeat(100), 'data')
    await useMade()
    if (folder !== '') vi.stubEnv('TMPDIR', join(base, folder))
    onTestFinished(() => void vi.unstubAllEnvs())
    await mkdir(join(base, folder), { recursive: true, mode })
    const database = await open()
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const socketDir = new URL(database.url).searchParams.get('host') ?? ''
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    await database.release()
    await expect(stat(socketDir)).rejects.toThrow('ENOENT')
  })

  it('says what is wrong when the password file is gone', async () => {
    await useMade()
    await rm(join(dataDir, 'postgres.admin-password'))
    await expect(open()).rejects.toThrow(/postgres\.admin-password is missing or damaged/)
  })

  it('says what to do where its files are of another major version of PostgreSQL', async () => {
    await useMade()
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
    await expect(open()).rejects.toThrow(/another major version of PostgreSQL; back it up with the version/)
  })
})

describe.skipIf(process.getuid?.() !== 0)('startEmbeddedDatabase, for root in a closed folder', () => {
  beforeEach(async () => {
    const closed = join(base, 'closed')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
  })

  it('keeps the database where its account can reach it, and finds it again', async () => {
    const first = await open()
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    expect((await stat(join(base, 'closed'))).mode & 0o777).toBe(0o700)
    const cluster = await readFile(join(dataDir, 'postgres.location'), 'utf8')
    expect(cluster.startsWith(join(base, 'elsewhere'))).toBe(true)
    expect((await stat(cluster)).mode & 0o777).toBe(0o700)
    expect((await stat(join(cluster, '..'))).mode & 0o777).toBe(0o710)
    await first.release()
    expect(await query((await open()).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('begins anew, the old files set aside, when the data folder was removed', async () => {
    await (await open()).release()
    await rm(dataDir, { recursive: true })
    expect(await query((await open()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const kept = await readdir(join(await readFile(join(dataDir, 'postgres.location'), 'utf8'), '..'))
    expect(kept.filter((name) => name.startsWith('postgres.abandoned-'))).toHaveLength(1)
  })

  it('is not used by a copy of its data folder, and goes with one that was moved', async () => {
    const first = await open()
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    await first.release()
    const original = dataDir
    dataDir = join(base, 'closed', 'other')
    await cp(original, dataDir, { recursive: true, verbatimSymlinks: true })
    await expect(open()).rejects.toThrow('is a copy of')
    await rm(original, { recursive: true })
    expect(await query((await open()).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('never replaces a database that is missing by an empty one', async () => {
    await (await open()).release()
    await rm(join(base, 'elsewhere'), { recursive: true })
    await expect(open()).rejects.toThrow('that folder is missing')
  })
})
