import { MEDIA_TYPES } from '@/lib/domain/artifact'
import type { StatedArtifact } from '@/lib/domain/evidence'
import { type Transaction, workingPool } from './database'

/** Adds artifacts; one that is known already, by its hash, stays as it is. */
export async function insertArtifacts(tx: Transaction | null, artifacts: readonly StatedArtifact[]): Promise<void> {
  const column = <T>(read: (artifact: StatedArtifact) => T): T[] => artifacts.map(read)
  await (tx ?? workingPool()).query(
    `INSERT INTO artifacts (id, certificate_id, type, media_type, size, sha256, template, fonts, generator, created_at,
       statement)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::timestamptz[], $11::text[])
     ON CONFLICT (certificate_id, type, sha256) DO NOTHING`,
    [
      column((artifact) => artifact.id),
      column((artifact) => artifact.certificateId),
      column((artifact) => artifact.type),
      column((artifact) => MEDIA_TYPES[artifact.type]),
      column((artifact) => artifact.size),
      column((artifact) => artifact.sha256),
      column((artifact) => artifact.template),
      column((artifact) => artifact.fonts),
      column((artifact) => artifact.generator),
      column((artifact) => new Date(artifact.createdAt).toISOString()),
      column((artifact) => artifact.statement),
    ],
  )
}
