import { log } from '@/lib/log'
import { servingPool } from './database'
import type { Deadline } from './deadline'
import { Gatherer } from './gatherer'
import { readOnServingPool } from './on-serving-pool'

/** The owner of a key that works: not revoked, and its issuer not suspended. */
export interface KeyOwner {
  issuerId: string
  keyId: string
  /** Last use was written a minute ago or more. */
  stale: boolean
}

const FIND_SQL = `
SELECT k.key_hash, k.issuer_id, k.id, (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS stale
FROM issuer_api_keys k JOIN issuers i ON i.id = k.issuer_id
WHERE k.key_hash = ANY($1::text[]) AND k.revoked_at IS NULL AND NOT i.suspended`

async function findOwners(hashes: string[]): Promise<(KeyOwner | null)[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<[string, string, string, boolean]>({
      name: 'find-key-owners',
      text: FIND_SQL,
      values: [hashes],
      rowMode: 'array',
    }),
  )
  const owners = new Map(rows.map(([hash, issuerId, keyId, stale]) => [hash, { issuerId, keyId, stale }]))
  return hashes.map((hash) => owners.get(hash) ?? null)
}

const holder = globalThis as typeof globalThis & { certificateServiceKeyReader?: Gatherer<string, KeyOwner | null> }

/** Finds the owner of an API key by its hash; null for an unknown or revoked one, and for a suspended issuer's. */
export function findKeyOwner(keyHash: string, deadline?: Deadline): Promise<KeyOwner | null> {
  holder.certificateServiceKeyReader ??= new Gatherer(findOwners, { maxInFlight: 2, maxBatch: 100 })
  return holder.certificateServiceKeyReader.add(keyHash, deadline)
}

/** Writes when a key was last used, at most once a minute for each; nobody waits for it, and a failure loses nothing. */
export function noteKeyUse(keyId: string): void {
  servingPool()
    .query(
      `UPDATE issuer_api_keys SET last_used_at = now()
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [keyId],
    )
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of an issuer key was not written')
    })
}
