/** The kinds of file that a certificate has (spec part 5). */
export const ARTIFACT_TYPES = [
  'pdf',
  'jpeg',
  'vc+jwt',
  'openbadge+jsonld',
  'openbadge+jwt',
  'openbadge+png',
  'openbadge+svg',
] as const

export type ArtifactType = (typeof ARTIFACT_TYPES)[number]

/** The media type of each kind. */
export const MEDIA_TYPES: Record<ArtifactType, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  'vc+jwt': 'application/vc+jwt',
  'openbadge+jsonld': 'application/ld+json',
  'openbadge+jwt': 'text/plain',
  'openbadge+png': 'image/png',
  'openbadge+svg': 'image/svg+xml',
}

/** A file of a certificate, as it was made. */
export interface Artifact {
  id: string
  certificateId: string
  type: ArtifactType
  /** Bytes. */
  size: number
  /** Fingerprint: 64 lowercase hexadecimal digits. */
  sha256: string
  /** Versions of what made it. */
  template: string
  fonts: string
  generator: string
  /** Milliseconds since 1970. */
  createdAt: number
}

/** The exact `typ` of the service's statement that a file is a certificate's. */
export const ARTIFACT_STATEMENT_TYPE = 'artifact-statement+jwt'

/**
 * The payload of that statement: canonical JSON (RFC 8785) of everything that the row says. Written with its members in
 * canonical order, as `eventBytes` is: this runs for every check. The test holds it against `canonicalJson`.
 */
export function artifactStatementPayload(artifact: Artifact): string {
  return JSON.stringify({
    certificate_id: artifact.certificateId,
    created_at: artifact.createdAt,
    fonts: artifact.fonts,
    generator: artifact.generator,
    id: artifact.id,
    sha256: artifact.sha256,
    size: artifact.size,
    template: artifact.template,
    type: artifact.type,
  })
}
