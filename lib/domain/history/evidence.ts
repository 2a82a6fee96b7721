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

/** Tags of published leaves that the database lacks. While there are some, a check looks whether the next tag is one. */
export interface MissingTags {
  /** Each in hexadecimal, with the id of the issuer that its leaf names. */
  tags: ReadonlyMap<string, string>
  /** The ids of the issuers that they name. */
  issuers: ReadonlySet<string>
  /** The 32 secret bytes that tags are made with; null where they cannot be had: then every certificate of these issuers may be meant. */
  vrfKey: Buffer | null
}

/** The public log, as a verdict asks for it (spec part 18, section 4). */
interface EvidenceLog {
  /** Whether the service wrote what follows; else a verdict that asks for it is undetermined. */
  isGenuine: boolean
  /** How many leaves are published: what stands behind them is nobody's to rely on. */
  publishedSize: number
  /** The root of these, in hexadecimal. */
  publishedRoot: string
  origin: string
  /** The index of the leaf that ends the intake, and when that was, in milliseconds since 1970. */
  intakeEnd: number | null
  intakeEndedAt: number | null
  missing: MissingTags | null
}

/** A leaf that has its place in the log, of an event or of a key. */
export interface LoggedLeaf {
  kind: 'event' | 'key'
  /** The sequence of the event; of a key 1 for when it was made, 2 for when it ended. */
  place: number
  part: number
  index: number
  /** A sealed leaf in hexadecimal, a public one as its text. */
  leaf: string
  /** In hexadecimal; null where nobody is to open it. */
  salt: string | null
}

/** Everything that a verdict needs, read in one statement: lineages whole, with their issuers, keys and histories. */
export interface Evidence {
  /** The database's clock, in milliseconds since 1970. */
  now: number
  /** The database is a replica: what it says of a status may be old. */
  inRecovery: boolean
  /** How many restores the database has behind it. */
  restores: number
  /** The revisions of each lineage, by lineage id, in order of revision. */
  lineages: Map<string, CertificateRow[]>
  /** The entries of each history, by history id, in order of sequence. */
  events: Map<string, SignedEvent[]>
  /** By id. */
  issuers: Map<string, IssuerRow>
  /** By key id, which is what a signature names its key by. */
  issuerKeys: Map<string, IssuerKeyRow>
  serviceKeys: ServiceKeyRow[]
  /**
   * A key of the service that its journal knows has no row. Whatever names a key that is not there may name it, and whatever
   * has no record may be lost with it.
   */
  lacksServiceKey: boolean
  /** Completed public checks of each lineage, by lineage id, where they were asked for; the last one's time in milliseconds. */
  checks: Map<string, { count: number; lastAt: number }>
  /** How far the public log has come; null where verdicts ask for none. */
  log: EvidenceLog | null
  /** After a restore nobody could look yet which certificates the public log knows that are lost here: one that is not in it may be one. */
  lossUnknown: boolean
  /** The leaves of the histories and keys in it, by the id of the history or key. */
  leaves: Map<string, LoggedLeaf[]>
  /** Ids of the histories in it that lack entries which the journal knows (docs/decisions/0037). */
  behind: ReadonlySet<string>
}
