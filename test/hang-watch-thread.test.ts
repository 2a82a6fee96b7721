import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'

const THREAD = join(import.meta.dirname, 'hang-watch-thread.mjs')

/** Runs a program under the watch, and gives what is said before it is ended. */
async function watched(
  program: string,
  { lookMs = 300_000, broker }: { lookMs?: number; broker?: string } = {},
): Promise<{
  said: string
  signal: string | null
}> {
  const code = `
    const thread = new (require('node:worker_threads').Worker)(${JSON.stringify(THREAD)}, {
      workerData: { limitMs: 50, lookMs: ${lookMs} },
    })
    globalThis.whatHangs = () => 'It got as far as: here.'
    thread.once('online', () => {
      thread.postMessage(${JSON.stringify({ file: 'a.test.ts', broker })})
      setImmediate(() => { ${program} })
    })`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { said, signal }
}

describe('a test file that never ends', () => {
  it('is ended, and what it waits for is said', async () => {
    const { said, signal } = await watched('setInterval(() => undefined, 1e8)', { broker: inject('testClusterBroker') })
    expect(signal).toBe('SIGKILL')
    expect(said).toContain('a.test.ts has run for 0 minutes, and its process is ended.\nIt waits for an event.')
    expect(said).toContain('It got as far as: here.')
    expect(said).toMatch(/Statements under way: \d+/)
  })

  it('is ended in a loop, and the loop is named', async () => {
    const { said, signal } = await watched('(function endless() { for (;;); })()')
    expect(signal).toBe('SIGKILL')
    expect(said).toContain('It is busy with:\n  at endless')
  })

  it('is ended within a call of the system', async () => {
    const { said, signal } = await watched(`require('node:fs').readFileSync(0)`, { lookMs: 100 })
    expect(signal).toBe('SIGKILL')
    expect(said).toContain('within a call of the system.\nIt answers nothing.')
  })
})
