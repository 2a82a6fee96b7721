import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'

/**
 * Ends the process of a test file that takes far too long, and says what it is busy with. The bounds of single tests are timers:
 * a loop without an end, or a program that is waited for, keeps them from ever ringing, and the whole run would never end.
 */
const LIMIT_MS = Number(process.env.TEST_FILE_LIMIT_MS ?? 20 * 60_000)

const kept = globalThis as { hangWatch?: Worker }

kept.hangWatch ??= start()
kept.hangWatch.postMessage(expect.getState().testPath ?? 'A test file')

function start(): Worker {
  const thread = new Worker(join(import.meta.dirname, 'hang-watch-thread.mjs'), {
    workerData: { limitMs: LIMIT_MS, record: process.env.TEST_HUNG },
    execArgv: [],
    env: {},
  })
  thread.unref()
  return thread
}
