import type { TestProject } from 'vitest/node'
import { startClusterBroker } from './database/cluster-broker'

/**
 * Runs once, in the main process of Vitest. It only opens a port on the loopback; the PostgreSQL behind it starts
 * when the first suite asks for a database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startClusterBroker()
  project.provide('testClusterBroker', broker.address)
  return broker.stop
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a suite learns the administrator's URL and the migrated template: see database.ts. */
    testClusterBroker: string
  }
}
