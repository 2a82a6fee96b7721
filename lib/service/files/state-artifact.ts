import { randomUUID } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { Signer } from '@/lib/crypto/signature/signer'
import {
  type Artifact,
  ARTIFACT_STATEMENT_TYPE,
  artifactStatementPayload,
  type ArtifactType,
} from '@/lib/domain/certificate/artifact'
import type { StatedArtifact } from '@/lib/domain/history/evidence'

/** A file that was made, with the versions of what made it. */
interface MadeFile {
  bytes: Uint8Array
  template: string
  fonts: string
  generator: string
}

/**
 * States that a file is a certificate's, with the service's key (spec part 7): a row without a good statement
 * does not exist.
 * @param createdAt database time, milliseconds since 1970
 */
export async function stateArtifact(
  certificateId: string,
  type: ArtifactType,
  file: MadeFile,
  createdAt: number,
  signer: Signer,
): Promise<StatedArtifact> {
  const artifact: Artifact = {
    id: randomUUID(),
    certificateId,
    type,
    size: file.bytes.length,
    sha256: sha256Hex(file.bytes),
    template: file.template,
    fonts: file.fonts,
    generator: file.generator,
    createdAt,
  }
  const header = { typ: ARTIFACT_STATEMENT_TYPE, kid: signer.keyId }
  return { ...artifact, statement: await signCompactJws(header, artifactStatementPayload(artifact), signer) }
}
