import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { openResources } from './open-resources'

/**
 * Ends the process of a test file that takes far too long, and says what it is busy with. The bounds of single tests are timers:
 * a loop without an end, or a program that is waited for, keeps them from ever ringing, and the whole run would never end.
 */
const LIMIT_MS = Number(process.env.TEST_FILE_LIMIT_MS ?? 20 * 60_000)

const kept = globalThis as { hangWatch?: Worker; whatHangs?: () => string }

let place = 'its modules are loaded'
kept.whatHangs = () => `It got as far as: ${place}.\n${openResources()}`

kept.hangWatch ??= start()
kept.hangWatch.postMessage({
  file: expect.getState().testPath ?? 'A test file',
  // Tests of functions alone have no database.
  broker: inject('testClusterBroker') as string | undefined,
})

beforeAll(() => {
  place = 'what comes before its tests'
})
beforeEach(({ task }) => {
  place = `the test "${task.name}"`
})
afterEach(({ task }) => {
  place = `what follows the test "${task.name}"`
})

function start(): Worker {
  const thread = new Worker(join(import.meta.dirname, 'hang-watch-thread.mjs'), {
    workerData: { limitMs: LIMIT_MS, lookMs: 5000, record: process.env.TEST_HUNG },
    execArgv: [],
    env: {},
  })
  thread.unref()
  return thread
}
