import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startClusterBroker } from './database/cluster-broker'

/**
 * Runs once, in the main process of Vitest: compiles the programs that tests start, where their sources have changed, and
 * opens a port on the loopback. The PostgreSQL behind it starts when the first suite asks for a database, so that a run
 * of pure unit tests starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  compilePrograms()
  project.onTestsRerun(compilePrograms)
  const broker = await startClusterBroker()
  project.provide('testClusterBroker', broker.address)
  return broker.stop
}

function compilePrograms(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'scripts', 'build.mjs'), '--tests'], {
    stdio: 'inherit',
  })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a suite learns the administrator's URL and the migrated template: see database.ts. */
    testClusterBroker: string
  }
}
