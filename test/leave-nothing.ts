import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, vi } from 'vitest'

/**
 * Test files that follow one another in a process share the packages, which take longer to load than most files take to
 * run, and functions of their arguments. Nothing else: behind each file its environment is put back, what our modules keep on
 * globalThis is taken away, and the other modules are forgotten, so that the next file loads them anew. The hook that is registered
 * first runs last.
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
  forgetModules()
})

/**
 * Functions of their arguments stay, as they do for their own tests (vitest.config.ts): they are half of what a suite loads. They
 * import nothing but one another.
 */
const STAYING = /\/(components|lib\/(contract|crypto|domain|i18n|scan)|lib\/(errors|can-parse-url)\.ts$)/

const worker = globalThis as unknown as {
  __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, unknown> } }
}

/** As `vi.resetModules`, which forgets all that it finds. */
function forgetModules(): void {
  const modules = worker.__vitest_worker__.evaluatedModules.idToModuleMap
  const staying = [...modules].filter(([path]) => STAYING.test(path))
  for (const [path] of staying) modules.delete(path)
  vi.resetModules()
  for (const [path, module] of staying) modules.set(path, module)
}
