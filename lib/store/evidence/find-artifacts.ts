import type { ArtifactType } from '@/lib/domain/certificate/artifact'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { EVENT_JSON, type EventColumns, signedEvent } from './event-columns'
import { type ArtifactColumns, statedArtifact } from './evidence-rows'
import { ARTIFACT_JSON, sha256Of } from './evidence-sql'

/** The stored artifacts of a certificate, the newest first. The caller checks whether their statements hold. */
export async function findArtifacts(certificateId: string): Promise<StatedArtifact[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ artifact: ArtifactColumns }>(
      `SELECT ${ARTIFACT_JSON} AS artifact FROM artifacts a WHERE a.certificate_id = $1 ORDER BY a.created_at DESC, a.id`,
      [certificateId],
    ),
  )
  return rows.map(({ artifact }) => statedArtifact(artifact))
}

/** The sizes of a certificate's signed forms in bytes, as they are stored, by their SHA-256. */
export async function findSignedFormSizes(certificateId: string): Promise<Map<string, number>> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ sha256: string; size: number }>(
      `SELECT ${sha256Of('f.form')} AS sha256, pg_catalog.octet_length(f.form) AS size
       FROM signed_forms s CROSS JOIN LATERAL (VALUES (s.vc_jwt), (s.open_badge_jsonld), (s.open_badge_jwt)) f(form)
       WHERE s.certificate_id = $1`,
      [certificateId],
    ),
  )
  return new Map(rows.map(({ sha256, size }) => [sha256, size]))
}

/**
 * The bytes of a signed form, as text, or null when they are not there.
 * @param sequence of the event that names it
 */
export async function findSignedForm(
  certificateId: string,
  sequence: number,
  form: 'openBadgeJsonld' | 'openBadgeJwt',
): Promise<string | null> {
  const column = form === 'openBadgeJwt' ? 'open_badge_jwt' : 'open_badge_jsonld'
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ form: string }>({
      name: `find-${column}`,
      text: `SELECT ${column} AS form FROM signed_forms WHERE certificate_id = $1 AND sequence = $2`,
      values: [certificateId, sequence],
    }),
  )
  return rows[0]?.form ?? null
}

/** Every JSON-LD form that a certificate was ever signed in, the newest first; what an event names is for the caller to check. */
export async function findSignedJsonld(certificateId: string): Promise<string[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ form: string }>(
      'SELECT open_badge_jsonld AS form FROM signed_forms WHERE certificate_id = $1 ORDER BY sequence DESC',
      [certificateId],
    ),
  )
  return rows.map(({ form }) => form)
}

/**
 * The serial of the certificate with this id, in its matching form, where its history names bytes that are not stored; else null.
 * The newest ones are no matter of this: without them it fails its check.
 */
export async function findSerialLackingForms(id: string): Promise<string | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ serial_key: string }>(
      `SELECT c.serial_key FROM certificates c WHERE c.id = $1 AND EXISTS (
         SELECT FROM events e WHERE e.chain_id = c.lineage_id AND e.certificate_id = c.id AND e.open_badge_jsonld_sha256 IS NOT NULL
           AND NOT EXISTS (SELECT FROM signed_forms s WHERE s.certificate_id = c.id AND s.sequence = e.sequence))`,
      [id],
    ),
  )
  return rows[0]?.serial_key ?? null
}

/** A fingerprint that is known, and whose it is. */
export interface FingerprintRow {
  sha256: string
  certificateId: string
  serialKey: string
  type: ArtifactType
  /** What says so: the stored artifact, or the event that names a signed form. */
  source: { artifact: StatedArtifact } | { event: SignedEvent }
}

/** Finds which of these fingerprints are those of stored artifacts, or of signed forms that an event of the same history names. */
export async function findFingerprints(fingerprints: readonly string[]): Promise<FingerprintRow[]> {
  const form = (column: string, type: ArtifactType) => `
    SELECT e.${column}, c.id, c.serial_key, '${type}', NULL::json, ${EVENT_JSON}
    FROM events e JOIN certificates c ON c.id = e.certificate_id AND c.lineage_id = e.chain_id WHERE e.${column} = ANY($1)`
  const { rows } = await readOnServingPool((pool) =>
    pool.query<
      | [string, string, string, ArtifactType, ArtifactColumns, null]
      | [string, string, string, ArtifactType, null, EventColumns]
    >({
      name: 'find-fingerprints',
      text: `SELECT a.sha256, c.id, c.serial_key, a.type, ${ARTIFACT_JSON}, NULL::json
        FROM artifacts a JOIN certificates c ON c.id = a.certificate_id WHERE a.sha256 = ANY($1)
        UNION ALL ${form('vc_jwt_sha256', 'vc+jwt')}
        UNION ALL ${form('open_badge_jsonld_sha256', 'openbadge+jsonld')}
        UNION ALL ${form('open_badge_jwt_sha256', 'openbadge+jwt')}`,
      values: [fingerprints],
      rowMode: 'array',
    }),
  )
  return rows.map(([sha256, certificateId, serialKey, type, artifact, event]) => {
    const source = artifact ? { artifact: statedArtifact(artifact) } : { event: signedEvent(event) }
    return { sha256, certificateId, serialKey, type, source }
  })
}

/** The serial of the certificate with this id, in its matching form, or null. */
export async function findSerialKeyById(id: string): Promise<string | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ serial_key: string }>('SELECT serial_key FROM certificates WHERE id = $1', [id]),
  )
  return rows[0]?.serial_key ?? null
}
