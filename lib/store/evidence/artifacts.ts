import { MEDIA_TYPES } from '@/lib/domain/certificate/artifact'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'

/** Keeps certificates from being erased until the transaction ends. @returns those of the ids that are there */
export async function holdCertificates(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM certificates WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Adds artifacts; one that is known already, by its hash, stays as it is. */
export async function insertArtifacts(tx: Transaction, artifacts: readonly StatedArtifact[]): Promise<void> {
  const column = <T>(read: (artifact: StatedArtifact) => T): T[] => artifacts.map(read)
  await tx.query(
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
