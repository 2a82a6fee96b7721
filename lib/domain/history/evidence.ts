import type { Artifact } from '@/lib/domain/certificate/artifact'
import type { SignedEvent } from './event'
import type { CertificateStatus } from './lineage-state'

export type DomainAssurance = 'none' | 'verified' | 'attested' | 'lapsed'

/** A certificate's row with its newest signed bytes. Its columns serve to find it: none is believed unchecked. */
export interface CertificateRow {
  id: string
  issuerId: string
  lineageId: string
  revision: number
  serial: string
  serialKey: string
  status: CertificateStatus
  /** Times in milliseconds since 1970. */
  issuedAt: number
  expiresAt: number | null
  recordedAt: number
  withdrawnAt: number | null
  withdrawalReason: string | null
  withdrawalSalt: string | null
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  eventDate: string | null
  statusListId: string
  statusIndex: number
  /** Its newest signed bytes. */
  forms: ReadSignedForms | null
  /** Its PDFs, the newest first, as their rows say; one counts only with a good statement of the service. */
  pdfs: StatedArtifact[]
}

/** The signed bytes of a certificate with their SHA-256; of the two forms that are not read, the SHA-256 alone. */
interface ReadSignedForms {
  /** Of the event that names these bytes. */
  sequence: number
  vcJwt: string
  vcJwtSha256: string
  openBadgeJsonldSha256: string
  openBadgeJwtSha256: string
  /** The key that the proof inside the JSON-LD form names; null when it names none. */
  openBadgeKeyId: string | null
}

/** An artifact with the service's signed statement that it is the certificate's. */
export interface StatedArtifact extends Artifact {
  statement: string
}

export interface IssuerRow {
  id: string
  slug: string
  name: string
  domain: string
  assurance: DomainAssurance
  did: string
  suspended: boolean
  /** Over the columns that are shown; null where there is none, and then they are not believed. */
  mac: string | null
}

export interface IssuerKeyRow {
  id: string
  issuerId: string
  keyId: string
  algorithm: 'ES256' | 'EdDSA'
  /** The public JWK as JSON text, and the service's signed statement that it is this issuer's. */
  publicJwk: string
  statement: string
  state: 'active' | 'retired' | 'compromised'
}

export interface ServiceKeyRow {
  id: string
  publicJwk: string
  state: 'active' | 'retired' | 'compromised'
  mac: string
}

/** Everything that a verdict needs, read in one statement: lineages whole, with their issuers, keys and histories. */
export interface Evidence {
  /** The database's clock, in milliseconds since 1970. */
  now: number
  /** The database is a replica: what it says of a status may be old. */
  inRecovery: boolean
  /** The revisions of each lineage, by lineage id, in order of revision. */
  lineages: Map<string, CertificateRow[]>
  /** The entries of each history, by history id, in order of sequence. */
  events: Map<string, SignedEvent[]>
  /** By id. */
  issuers: Map<string, IssuerRow>
  /** By key id, which is what a signature names its key by. */
  issuerKeys: Map<string, IssuerKeyRow>
  serviceKeys: ServiceKeyRow[]
  /** Completed public checks of each lineage, by lineage id, where they were asked for; the last one's time in milliseconds. */
  checks: Map<string, { count: number; lastAt: number }>
  /** Ids of the histories in it that lack entries which the journal knows (docs/decisions/0037). */
  behind: ReadonlySet<string>
}
