import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, chooseAccount } from '@/lib/store/embedded/embedded-account'
import { pause } from './load'

const PACKAGES = '/usr/lib/postgresql'

/** A PostgreSQL of the distribution, whose programs for backups are of the same version, unlike those of the embedded one. */
export class DebianPostgres {
  readonly #folder: string
  readonly #server: ChildProcess
  /** Where its programs are. */
  readonly bin: string

  private constructor(folder: string, bin: string, server: ChildProcess) {
    this.#folder = folder
    this.#server = server
    this.bin = bin
  }

  /** @returns null where none is installed */
  static async start(): Promise<DebianPostgres | null> {
    const bin = newest()
    if (bin === null) return null
    const account = await chooseAccount()
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'faults-postgres-')))
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
    const data = join(folder, 'data')
    const made = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    must(spawnSync(join(bin, 'initdb'), made, { ...account, cwd: '/', encoding: 'utf8' }))
    const postgres = new DebianPostgres(folder, bin, serve(bin, data, folder, account))
    await postgres.#ready()
    return postgres
  }

  /** The address of one of its databases. */
  url(database: string): string {
    return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(this.#folder)}`
  }

  /** Makes an empty database, as `createdb` does, and returns its address. */
  async createDatabase(name: string): Promise<string> {
    this.run('createdb', ['--maintenance-db', this.url('postgres'), name])
    return this.url(name)
  }

  /** Runs one of its programs as it is documented. */
  run(program: string, args: string[]): void {
    must(spawnSync(join(this.bin, program), args, { encoding: 'utf8' }))
  }

  async remove(): Promise<void> {
    const exit = once(this.#server, 'exit')
    this.#server.kill('SIGQUIT')
    await exit
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #ready(): Promise<void> {
    for (;;) {
      const client = new pg.Client(this.url('postgres'))
      client.on('error', () => undefined)
      try {
        await client.connect()
        return await client.end()
      } catch (error) {
        if (this.#server.exitCode !== null) throw error
        await pause(50)
      }
    }
  }
}

function newest(): string | null {
  if (!existsSync(PACKAGES)) return null
  const versions = readdirSync(PACKAGES).filter((name) => existsSync(join(PACKAGES, name, 'bin', 'initdb')))
  const [last] = versions.sort((a, b) => Number(b) - Number(a))
  return last === undefined ? null : join(PACKAGES, last, 'bin')
}

function serve(bin: string, data: string, folder: string, account: Account): ChildProcess {
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  return spawn(join(bin, 'postgres'), args, { ...account, cwd: '/', stdio: 'ignore' })
}

function must({ status, stderr, error }: { status: number | null; stderr: string; error?: Error }): void {
  if (status !== 0) throw new Error(`A program of PostgreSQL failed: ${error?.message ?? stderr}`)
}
