import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import { keyStateOf } from '@/lib/domain/history/judge-issuer-key'
import { judged } from '@/lib/service/check/judged'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { transaction } from '@/lib/store/database/database'
import { readKeyEvidenceOn } from '@/lib/store/evidence/read-key-evidence'
import { findSigningKeyRows } from '@/lib/store/issuers/issuer-signing-keys'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'

/** A signing key with its state, from its checked history. */
interface ListedSigningKey {
  id: string
  keyId: string
  algorithm: SignatureAlgorithm
  /** `broken`: its history fails its check, and so does everything that it signed. */
  state: 'active' | 'retired' | 'compromised' | 'broken'
  /** Times in milliseconds since 1970. */
  createdAt: number
  /** When it stopped signing, as the history says; null while it is in use. */
  endedAt: number | null
  /** The moment from which what it signed does not count; null when it is not compromised. */
  since: number | null
}

/**
 * Lists an issuer's signing keys, the newest first.
 * @param slug the issuer's current or an earlier slug
 * @throws ServiceError `not_found`; `unavailable` when a state cannot be determined
 */
export async function listSigningKeys(slug: string): Promise<{ issuer: StoredIssuer; keys: ListedSigningKey[] }> {
  const issuer = await getIssuer(slug)
  const { rows, evidence } = await transaction(async (tx) => ({
    rows: await findSigningKeyRows(tx, issuer.id),
    evidence: await readKeyEvidenceOn(tx, issuer.id),
  }))
  const keys = judged(evidence, (signatures) =>
    rows.flatMap(({ keyId, createdAt }): ListedSigningKey[] => {
      const row = evidence.issuerKeys.get(keyId)
      if (!row) return []
      const state = keyStateOf(row, evidence, signatures)
      return [
        {
          ...{ id: row.id, keyId, algorithm: row.algorithm, createdAt: createdAt.getTime() },
          state: state?.state ?? 'broken',
          endedAt: evidence.events.get(row.id)?.[0]?.at ?? null,
          since: state?.state === 'compromised' ? state.since : null,
        },
      ]
    }),
  )
  return { issuer, keys }
}
