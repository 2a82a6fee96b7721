import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import type { ArtifactWire } from '@/lib/contract/manifest'
import type { NamedActor } from './named-actor'

/** One version of a certificate. */
export interface OwnVersion {
  certificate: CertificateWire
  overallStatus: OverallStatus
}

/** What happens to certificates. */
export const LINEAGE_EVENTS = ['issued', 'corrected', 'withdrawn', 'resigned'] as const

/** An entry of the history. */
export interface OwnEvent {
  type: (typeof LINEAGE_EVENTS)[number]
  at: number
  actor: NamedActor
  /** Of the certificate that it is about. */
  serial: string | null
  /** The versions before and after a correction, both checked; null otherwise. */
  correction: { before: CertificateWire; after: CertificateWire } | null
  /** Why, as it was written for inside; null where there is none, and for who may neither correct nor withdraw. */
  reason: string | null
}

/** What became of a message to the recipient. */
export interface OwnMail {
  kind: 'certificate' | 'correction' | 'withdrawal'
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'abandoned'
  /** When it was queued, or came to its end; milliseconds since 1970. */
  at: number
}

/** A certificate with everything that its issuer sees of it. */
export interface OwnCertificate extends OwnVersion {
  /** All versions, oldest first, this one among them. */
  chain: OwnVersion[]
  /** Empty where the record fails its check: nothing of it is believed then. */
  history: OwnEvent[]
  files: ArtifactWire[]
  /** About any version, oldest first. */
  mail: OwnMail[]
  /** A withdrawal of it waits for a second owner: the reader asked for it, or somebody else; null where none does. */
  withdrawalWaits: 'own' | 'another' | null
  checkCount: number
  lastCheckedAt: number | null
  /** How many addresses are told when it changes; `few` under five, never which. */
  watchers: number | 'few'
  /** UTC days such as `2026-11-21` on which any version was checked, oldest first; 90 at most. */
  checkDays: { day: string; checks: number }[]
}
