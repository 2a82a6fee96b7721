import { setImmediate } from 'node:timers/promises'
import { BADGE_SCHEMAS } from '@/lib/domain/badge/structure/badge-schemas'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'

/**
 * Does what the first validation of a badge would otherwise wait for: starts the thread for documents of others, and
 * compiles the published schemas, one a turn of the event loop, so that other requests are served in between.
 */
export async function prepareValidation(): Promise<void> {
  untrustedPool().prepare()
  for (const compile of Object.values(BADGE_SCHEMAS)) {
    await setImmediate()
    compile()
  }
}
