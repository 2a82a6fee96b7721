import fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import pino from 'pino'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { log } from '@/lib/log'
import { UntrustedPool } from '@/lib/render/untrusted/untrusted-pool'

// Vitest puts Vite's own BASE_URL, "/", into the environment, where the service has a variable of that name.
if (process.env.BASE_URL === '/') delete process.env.BASE_URL

// Properties are tried with the same values in every run; `FUZZ_SEED` tries others, and `FUZZ_RUNS` more.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1), numRuns: Number(process.env.FUZZ_RUNS ?? 100) })

/**
 * Runs in every test file: an unexpected console.error or console.warn fails the test that wrote it.
 * A test that expects one says so with `vi.spyOn(console, 'error').mockImplementation(() => {})`,
 * which takes the call before it comes here and is undone after the test.
 */
let written: string[] = []

for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) => {
    written.push(`console.${method}: ${format(...parts)}`)
  }
}

/** Throws what was written since it was last called. */
export function refuseWritten(): void {
  const lines = written
  written = []
  if (lines.length > 0) throw new Error(`Unexpected output on the console:\n${lines.join('\n')}`)
}

beforeEach(refuseWritten)
afterEach(refuseWritten)
afterAll(refuseWritten)

// Files that a test stores go where they are cleared away, never into the project's own data.
if (process.env.DATA_DIR === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-test-'))
  process.env.DATA_DIR = folder
  // The first hook to be registered is the last to run. The end of the process is no place for it: workers are killed.
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

// Work on documents of others has the bounds that it has in the service, but for how long it may take on a machine that is busy.
const pools = globalThis as { certificateUntrustedPool?: UntrustedPool }
pools.certificateUntrustedPool ??= new UntrustedPool({ patienceMs: 600_000 })

// What is logged is kept and searched for secrets and people once all tests have run (scripts/check-logs.ts).
const logs = process.env.TEST_LOGS ?? '.cache/tests/logs'
mkdirSync(logs, { recursive: true })
const kept = log as unknown as Record<symbol, unknown>
kept[pino.symbols.streamSym] = pino.destination({ dest: join(logs, `${process.pid}.log`), sync: true })
log.level = 'trace'
