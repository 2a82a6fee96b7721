import type { Evidence } from '@/lib/domain/evidence'
import { servingPool } from './database'
import { Gatherer } from './gatherer'
import { readEvidence } from './read-evidence'

const holder = globalThis as typeof globalThis & { certificateServiceReader?: Gatherer<string, Evidence> }

/**
 * Finds the evidence for one serial of a public check. Requests that come together share one statement: the evidence
 * then holds the others' lineages too.
 * @param serialKey in its matching form
 */
export function findEvidence(serialKey: string): Promise<Evidence> {
  holder.certificateServiceReader ??= new Gatherer(
    async (keys: string[]) => {
      const evidence = await readEvidence(servingPool(), keys)
      return keys.map(() => evidence)
    },
    { maxInFlight: 3, maxBatch: 100 },
  )
  return holder.certificateServiceReader.add(serialKey)
}
