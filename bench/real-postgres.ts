import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '@/lib/store/embedded/embedded-account'
import { freePort } from './load/processes'

const INSTALLED = '/usr/lib/postgresql'
const OLDEST = 15

/** A PostgreSQL of the system's package with the settings that initdb gives it, on a loopback port. */
export interface RealPostgres {
  url: string
  version: string
  stop(): Promise<void>
}

/** The folder of the newest installed PostgreSQL's programs, or null where none is new enough. */
export function findRealPostgres(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : []
  const newest = Math.max(0, ...versions.filter(Number.isInteger))
  return newest >= OLDEST ? join(INSTALLED, String(newest), 'bin') : null
}

/**
 * Makes and starts a database of the installed PostgreSQL, as an account that is not root.
 * @param programs folder of initdb and postgres
 */
export async function startRealPostgres(programs: string): Promise<RealPostgres> {
  const account = await chooseAccount()
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const cluster = join(folder, 'cluster')
  const options = { ...account, cwd: folder, stdio: 'ignore' as const }
  const initdb = ['-D', cluster, '-U', 'bench', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(join(programs, 'initdb'), initdb, options)
  const port = await freePort()
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, '-p', String(port), '-k', folder], options)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgresql://bench@127.0.0.1:${port}/postgres`
  const version = await untilAnswers(url)
  return {
    url,
    version,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(url: string): Promise<string> {
  for (let left = 200; ; left -= 1) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      await client.end()
      return rows[0]?.server_version ?? ''
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
