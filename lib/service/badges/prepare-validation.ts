import { setImmediate } from 'node:timers/promises'
import { BADGE_SCHEMAS } from '@/lib/domain/badge/structure/badge-schemas'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'

/**
 * Does the work that the first validation of a badge would otherwise wait for. It starts the thread for foreign
 * documents and compiles the published schemas, one per turn of the event loop, so that other requests are served in
 * between.
 */
export async function prepareValidation(): Promise<void> {
  untrustedPool().prepare()
  for (const compile of Object.values(BADGE_SCHEMAS)) {
    await setImmediate()
    compile()
  }
}
