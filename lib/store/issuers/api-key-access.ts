import { undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { servingPool } from '@/lib/store/database/database'
import type { Deadline } from '@/lib/store/database/deadline'
import { Gatherer } from '@/lib/store/database/gatherer'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { isSealed, queryFields, sealedColumns } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** The owner of a key that works: not revoked, and its issuer not suspended. */
interface ApiKeyOwner {
  issuerId: string
  keyId: string
  /** Last use was written a minute ago or more. */
  stale: boolean
}

type FoundKey = SealedRows['issuer_api_keys'] & { stale: boolean }

const FIND_SQL = `
SELECT ${sealedColumns('issuer_api_keys', 'k')}, (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS stale
FROM issuer_api_keys k JOIN issuers i ON i.id = k.issuer_id
WHERE k.key_hash = ANY($1::text[]) AND k.revoked_at IS NULL AND NOT i.suspended`

async function findKeys(hashes: string[]): Promise<(FoundKey | null)[]> {
  const rows = await readOnServingPool((pool) => queryFields<FoundKey>(pool, FIND_SQL, [hashes], 'find-keys'))
  const keys = new Map(rows.map((row) => [row.keyHash, row]))
  return hashes.map((hash) => keys.get(hash) ?? null)
}

const holder = globalThis as typeof globalThis & { certificateServiceKeyReader?: Gatherer<string, FoundKey | null> }

/**
 * Finds the owner of an API key by its hash; null for an unknown or revoked one, and for a suspended issuer's.
 * @throws ServiceError `unavailable` where its row fails its check: nothing is known of such a key
 */
export async function findApiKeyOwner(keyHash: string, deadline?: Deadline): Promise<ApiKeyOwner | null> {
  holder.certificateServiceKeyReader ??= new Gatherer(findKeys, { maxInFlight: 2, maxBatch: 100 })
  const key = await holder.certificateServiceKeyReader.add(keyHash, deadline)
  if (key === null) return null
  if (!isSealed('issuer_api_keys', key)) throw undetermined('the row of an API key fails its check')
  return { issuerId: key.issuerId, keyId: key.id, stale: key.stale }
}

/** Writes when a key was last used, at most once a minute for each; nobody waits for it, and a failure loses nothing. */
export function noteLastUse(keyId: string): void {
  servingPool()
    .query(
      `UPDATE issuer_api_keys SET last_used_at = now()
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [keyId],
    )
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of an API key was not written')
    })
}
