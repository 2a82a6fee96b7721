import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './load/processes'

/** A Redis of a benchmark's own, or null where none is installed. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'))
  const port = await freePort()
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let left = 50; left > 0 && child.exitCode === null && child.pid !== undefined; left -= 1) {
    if (await answers(port)) return { url: `redis://127.0.0.1:${port}`, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  console.log('\nNo redis-server is installed: limits in memory alone.')
  return null
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })
}
