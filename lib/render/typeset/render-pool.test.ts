import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { testProgram } from '@/test/test-program'
import { RenderPool } from './render-pool'
import type { RenderPoolOptions } from './render-pool-options'

/** Ends what hangs: on a busy machine a page may take its time. */
const PATIENCE_MS = 200_000
const STARTUP = { timeout: 60_000, interval: 5 }

let pool = new RenderPool()

afterEach(() => {
  vi.useRealTimers()
  return pool.close()
})

function open(options: RenderPoolOptions = {}): RenderPool {
  pool = new RenderPool({ timeoutMs: PATIENCE_MS, ...options })
  return pool
}

const render = (fullName = 'Ana', isOneOfMany = false) =>
  pool.renderCertificate(exampleDocument({ fullName }), isOneOfMany)
const warmUp = () => Promise.all(Array.from({ length: 2 }, () => render()))

/** Resident bytes of a process (proc(5)), or null once it is gone. */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

describe('RenderPool', () => {
  it('starts no process before it is asked, and two at most', async () => {
    open()
    expect(pool.pids).toEqual([])
    await Promise.all(Array.from({ length: 12 }, (_, index) => render(`Ana ${index}`)))
    expect(pool.pids).toHaveLength(2)
  })

  it('gives its processes nothing of the environment', async () => {
    vi.stubEnv('KEY_ENCRYPTION_KEY', 'a secret')
    open({ size: 1 })
    await render()
    const names = readFileSync(`/proc/${pool.pids[0]}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.split('=')[0])
    expect(names.filter((name) => name && !/^(MALLOC_\w+|NODE_CHANNEL_\w+)$/.test(name))).toEqual([])
  })

  it('makes a certificate although its process is killed at work, and stalls no other', async () => {
    open()
    await warmUp()
    const [victim = 0] = pool.pids
    process.kill(victim, 'SIGSTOP')
    const all = Array.from({ length: 10 }, (_, index) => render(`Ana ${index}`))
    await Promise.all(all.slice(1, 5))
    process.kill(victim, 'SIGKILL')
    expect((await Promise.all(all)).every(({ pdf }) => pdf.length > 10_000)).toBe(true)
    expect(pool.pids).not.toContain(victim)
  })

  it('gives up a certificate whose process dies twice, and goes on with the next', async () => {
    open({ size: 1 })
    await render()
    const [first = 0] = pool.pids
    process.kill(first, 'SIGSTOP')
    const unlucky = render()
    const { execPath } = process
    // The process that comes in its place ends before it has done anything.
    process.execPath = '/bin/false'
    try {
      const outcome = expect(unlucky).rejects.toMatchObject({ code: 'crashed' })
      process.kill(first, 'SIGKILL')
      await outcome
    } finally {
      process.execPath = execPath
    }
    expect((await render()).pdf.length).toBeGreaterThan(10_000)
  })

  it.each([
    // A file is no folder: `spawn` throws this at once, as it throws that there is no memory.
    ['says so at once', `${process.execPath}/node`],
    // Said by an event later, as it is that there are too many processes or open files.
    ['says so later', '/nowhere/node'],
  ])(
    'refuses all that waits when its process dies and the system, which %s, starts no other',
    async (_how, nothing) => {
      open({ size: 1 })
      await render()
      const [first = 0] = pool.pids
      process.kill(first, 'SIGSTOP')
      const waiting = [render('One'), render('Two'), render('Three')]
      const outcomes = Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject({ code: 'crashed' })))
      const { execPath } = process
      process.execPath = nothing
      try {
        process.kill(first, 'SIGKILL')
        await outcomes
        await expect(render()).rejects.toMatchObject({ code: 'crashed' })
      } finally {
        process.execPath = execPath
      }
      expect((await render()).pdf.length).toBeGreaterThan(10_000)
    },
  )

  it('lets the process that runs make all that waits where the system starts no second one', async () => {
    open({ size: 2 })
    await render()
    const { execPath } = process
    process.execPath = '/nowhere/node'
    try {
      const pages = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map((name) => render(name)))
      expect(pages).toHaveLength(5)
    } finally {
      process.execPath = execPath
    }
  })

  it('ends what takes too long, that alone', async () => {
    open({ timeoutMs: 5000 })
    // Time passes where it is told to alone: on a busy machine a page may take as long.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await warmUp()
    const [victim = 0] = pool.pids
    process.kill(victim, 'SIGSTOP')
    const [stopped, ...others] = ['One', 'Two', 'Three', 'Four'].map((name) => render(name))
    const refused = expect(stopped).rejects.toMatchObject({ code: 'timeout' })
    await Promise.all(others)
    vi.advanceTimersByTime(5000)
    await refused
    expect((await render()).pdf.length).toBeGreaterThan(10_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(residentBytes(victim)).toBeNull(), STARTUP)
  })

  it('refuses as busy what would wait behind too many of its kind, and keeps nobody waiting behind all of the other', async () => {
    open({ size: 1, maxWaiting: { bulk: 3, single: 2, asked: 1 } })
    const { pdf } = await render()
    const ends: string[] = []
    const made = (what: string, job: Promise<unknown>) => job.then(() => ends.push(what))
    const [bulk, asked] = [() => render('Ana', true), () => pool.renderJpeg(pdf, 30)]
    const accepted = [made('begun', bulk()), ...[1, 2, 3].map(() => made('bulk', bulk()))]
    await expect(bulk()).rejects.toMatchObject({ code: 'busy' })
    accepted.push(...[1, 2].map(() => made('single', render())))
    await expect(render()).rejects.toMatchObject({ code: 'busy' })
    accepted.push(made('asked', asked()))
    await expect(asked()).rejects.toMatchObject({ code: 'busy' })
    await Promise.all(accepted)
    expect(ends).toEqual(['begun', 'single', 'asked', 'bulk', 'single', 'bulk', 'bulk'])
    await render()
  })

  it('replaces a process after its number of tasks, or when it has grown too large', async () => {
    open({ size: 1, tasksPerProcess: 2 })
    await render()
    const [first = 0] = pool.pids
    await render()
    expect(pool.pids).toEqual([])
    await vi.waitFor(() => expect(residentBytes(first)).toBeNull(), STARTUP)
    await pool.close()
    open({ size: 1, maxRss: 1 })
    await render()
    expect(pool.pids).toEqual([])
  })

  it('refuses everything once it is closed, after what runs is done', async () => {
    open({ size: 1 })
    const [running, waiting] = [render(), render()]
    const refused = expect(waiting).rejects.toMatchObject({ code: 'closed' })
    await pool.close()
    await refused
    expect((await running).pdf.length).toBeGreaterThan(10_000)
    await expect(render()).rejects.toMatchObject({ code: 'closed' })
    expect(pool.pids).toEqual([])
  })

  it('keeps its processes below 300 MB over 150 certificates and 15 pictures', async () => {
    open({ maxWaiting: { bulk: 0, single: 400, asked: 24 } })
    const largest = new Map<number, number>()
    const made = Array.from({ length: 150 }, async (_, index) => {
      const { pdf } = await render(`Ana-Lucía Müller Nguyễn ${index} 欧阳 さくら`)
      if (index % 10 === 0) await pool.renderJpeg(pdf, 150)
      for (const pid of pool.pids) largest.set(pid, Math.max(largest.get(pid) ?? 0, residentBytes(pid) ?? 0))
    })
    await Promise.all(made)
    expect(largest.size).toBeGreaterThanOrEqual(2)
    // A process is looked at after each task, so that the last one may take it a little past the limit.
    expect(Math.max(...largest.values())).toBeLessThan(330 * 1024 * 1024)
  })

  it('lets no process outlive a parent that was killed', async () => {
    const parent = spawn(process.execPath, [testProgram('render-pool-process')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pids = line.toString().trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(pids.map(residentBytes)).toEqual([null, null]), STARTUP)
  })
})
