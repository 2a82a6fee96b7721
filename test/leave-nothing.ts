import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, vi } from 'vitest'

/**
 * Test files that follow one another in a process share the packages, which take longer to load than most files take to
 * run, and nothing else: behind each file its environment is put back, what our modules keep on globalThis is taken away,
 * and the modules are forgotten, so that the next file loads them anew. The hook that is registered first runs last.
 */
const environment = { ...process.env }
const folder = process.cwd()

/** What our modules keep on globalThis: every name begins so. */
interface Kept {
  certificateServiceJournal?: { files: { close(): Promise<void> } }
  [name: `certificate${string}`]: unknown
}

/**
 * Handed on to the next file: the processes that set pages, and the threads that read what others send, of which the start takes
 * far longer than most of their work. They know no file, no environment and no database, and answer each task from what it holds.
 */
const HANDED_ON = ['certificateRenderPool', 'certificateUntrustedPool', 'certificateTablePool']

/** A storage that follows promises is one too: each further one would make every promise of the process dearer, to its end. */
const isHandedOn = (name: string, value: unknown) => HANDED_ON.includes(name) || value instanceof AsyncLocalStorage

afterAll(async () => {
  vi.useRealTimers()
  process.chdir(folder)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  const kept = globalThis as Kept
  await kept.certificateServiceJournal?.files.close()
  for (const [name, value] of Object.entries(kept))
    if (name.startsWith('certificate') && !isHandedOn(name, value)) Reflect.deleteProperty(kept, name)
  vi.resetModules()
})
