import { readFile } from 'node:fs/promises'
import { localPath } from '@/lib/local-path'
import { commandLine } from './embedded-identity'

/** No process has this number, so PostgreSQL takes a lock file with it for that of a dead server. */
export const NOBODYS_PID = 2 ** 31 - 2

/** What PostgreSQL's own postmaster.pid says: the server's process and the folder of its socket; null without one. */
export async function readPidFile(cluster: string): Promise<{ pid: number; socketDir: string } | null> {
  const text = await readFile(localPath(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return pid > 0 && pid !== NOBODYS_PID ? { pid, socketDir: lines[4] || cluster } : null
}

/** Whether that process is this database's server: the number alone may have been given to another process since. */
export function isServer(pid: number, cluster: string): boolean {
  return commandLine(pid).includes(`postgres -D ${cluster} `)
}
