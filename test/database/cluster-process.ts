import { once } from 'node:events'
import { startTestCluster } from './cluster'

/**
 * Holds the PostgreSQL of a test run, in a process of its own: Vitest ends within a millisecond of a signal, and the
 * server would stay behind. Writes what suites must know as one line, and stops the server when standard input ends,
 * which it does however Vitest ended.
 */
const ended = once(process.stdin.resume(), 'close')
const { url, serviceUrl, adminUrl, template, stop } = await startTestCluster()
process.stdout.write(`${JSON.stringify({ url, serviceUrl, adminUrl, template })}\n`)
await ended
await stop()
