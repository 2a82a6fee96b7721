import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@/lib/errors'
import { isServer, readPidFile } from './embedded-pid-file'

const POLL_MS = 10
const STOP_MS = 60_000

/** Asks a server to end its sessions and stop, and waits until it has. */
export async function stopServer(cluster: string): Promise<void> {
  const server = await readPidFile(cluster)
  if (!server || !isServer(server.pid, cluster)) return
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + STOP_MS
  while (isServer(server.pid, cluster)) {
    if (Date.now() > deadline) {
      throw new ServiceError('unavailable', `The database in ${cluster} does not stop; it is process ${server.pid}.`)
    }
    await sleep(POLL_MS)
  }
  if (server.socketDir !== cluster) await rm(server.socketDir, { recursive: true, force: true })
}
