import { mkdtemp, readdir, readFile, realpath, rm, writeFile, chown, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'
import { readPidFile } from '@/lib/store/embedded/embedded-pid-file'
import { migrate } from '@/lib/store/migrations/migrate'
import { PROXY_HOST } from './database-proxy'

const POLL_MS = 10

/** A migrated PostgreSQL of a suite's own, which it may kill, stop, pause and start again. */
export class OwnPostgres {
  readonly #folder: string
  readonly #cluster: string
  #releases: (() => Promise<void>)[]
  /** Connects as the superuser, past every proxy. */
  readonly adminUrl: string
  /** Connects as the service's role, past every proxy. */
  readonly url: string

  private constructor(folder: string, cluster: string, started: Awaited<ReturnType<typeof startEmbeddedDatabase>>) {
    this.#folder = folder
    this.#cluster = cluster
    this.#releases = [started.release]
    this.adminUrl = started.adminUrl
    this.url = started.url
  }

  /** @param parent the folder that its own is made in */
  static async start(parent = tmpdir()): Promise<OwnPostgres> {
    const folder = await realpath(await mkdtemp(join(parent, 'own-postgres-')))
    const started = await startEmbeddedDatabase(folder)
    await migrate(started.url)
    const elsewhere = await readFile(join(folder, 'postgres.location'), 'utf8').catch(() => join(folder, 'postgres'))
    const own = new OwnPostgres(folder, elsewhere.trim(), started)
    // Only the machine's own crash is survived less well, and that is not what suites try.
    await own.admin('ALTER SYSTEM SET fsync = off')
    await own.admin('SELECT pg_reload_conf()')
    return own
  }

  /** The path of the server's socket. */
  get socket(): string {
    return join(new URL(this.url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  }

  /** The service's address by way of a proxy's port that leads to the socket. */
  urlAt(port: number): string {
    const { username, password, pathname } = new URL(this.url)
    return `postgresql://${username}:${password}@${PROXY_HOST}:${port}${pathname}`
  }

  /** Runs one statement as the superuser. */
  async admin<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = new pg.Client(this.adminUrl)
    client.on('error', () => undefined) // told by the statement
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** `SIGKILL`: as in a crash; `SIGQUIT`: PostgreSQL's immediate stop, `SIGINT`: its fast one. */
  async stop(signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const postmaster = await this.#postmaster()
    const all = [postmaster, ...(await childrenOf(postmaster))]
    process.kill(postmaster, signal)
    for (const pid of all) await ended(pid)
  }

  /** Whether it runs, or has ended by itself. */
  async runs(): Promise<boolean> {
    const pid = (await readPidFile(this.#cluster))?.pid
    return pid !== undefined && !(await hasEnded(pid))
  }

  /** Starts it again, recovering where it was killed. */
  async start(): Promise<void> {
    this.#releases.push((await startEmbeddedDatabase(this.#folder)).release)
  }

  /** Starts it again as a replica: it answers, and takes no writes. */
  async startAsReplica(): Promise<void> {
    const file = join(this.#cluster, 'standby.signal')
    await writeFile(file, '')
    const { uid, gid } = await stat(this.#cluster)
    await chown(file, uid, gid)
    await this.start()
  }

  /** Stops every one of its processes where it stands; connections are neither refused nor answered. */
  async pause(): Promise<() => void> {
    const postmaster = await this.#postmaster()
    // First, so that it starts no further process while the others are looked for.
    signalUnlessEnded(postmaster, 'SIGSTOP')
    while (!['T', 'Z', ''].includes(await stateOf(postmaster))) continue
    const all = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of all) signalUnlessEnded(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) signalUnlessEnded(pid, 'SIGCONT')
    }
  }

  /** Stops it for good and removes its files. */
  async remove(): Promise<void> {
    for (const release of this.#releases) await release()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #postmaster(): Promise<number> {
    const pid = (await readPidFile(this.#cluster))?.pid
    if (pid === undefined) throw new Error('PostgreSQL does not run')
    return pid
  }
}

/** The fields of a process behind its program's name, which is in brackets: state, parent. */
async function statOf(pid: number | string): Promise<string[]> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status === '' ? [] : status.slice(status.lastIndexOf(')') + 2).split(' ')
}

/** A letter of proc(5); empty where there is no such process. */
const stateOf = async (pid: number) => (await statOf(pid))[0] ?? ''

async function childrenOf(parent: number): Promise<number[]> {
  const children = []
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name) && Number((await statOf(name))[1]) === parent) children.push(Number(name))
  return children
}

async function ended(pid: number): Promise<void> {
  while (!(await hasEnded(pid))) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

const hasEnded = async (pid: number) => ['', 'Z'].includes(await stateOf(pid))

/** A connection may end after its process was listed. */
function signalUnlessEnded(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
