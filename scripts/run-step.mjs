import { spawn } from 'node:child_process'

const LIMIT_MS = 60 * 60_000

/**
 * Runs one step with its output shown as it comes, and ends it, with what it started, after an hour: what hangs
 * must end, and a slow machine must not be taken for it.
 * @param options `later`: its output is shown once it has ended
 * @returns the exit code; 1 where the program did not start or was ended
 */
export async function run(root, name, command, args, { env = {}, later = false } = {}) {
  const started = Date.now()
  if (!later) console.log(`\n── ${name}`)
  const child = spawn(command, args, {
    cwd: root,
    stdio: later ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    detached: true,
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // it has ended by itself
    }
  }
  const stop = () => end('SIGTERM')
  const limit = setTimeout(() => {
    console.error(`${name} took longer than ${LIMIT_MS / 60_000} minutes and is ended.`)
    end('SIGTERM')
    setTimeout(() => end('SIGKILL'), 10_000).unref()
  }, LIMIT_MS)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const code = await new Promise((resolve) => {
    child.on('error', (cause) => {
      console.error(`${name} did not start: ${cause.message}`)
      resolve(1)
    })
    // What it left behind would keep its output open.
    if (later) child.on('exit', () => end('SIGTERM'))
    child.on(later ? 'close' : 'exit', (exitCode) => resolve(exitCode ?? 1))
  })
  clearTimeout(limit)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (later) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name}\n`), ...output]))
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return code
}
