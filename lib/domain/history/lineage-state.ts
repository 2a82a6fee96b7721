import type { SignedFormHashes, SignedEvent } from './event'

export type CertificateStatus = 'issued' | 'superseded' | 'withdrawn'

/** One signing of a certificate: the event that names the bytes, and their hashes. */
interface Signing {
  sequence: number
  /** Database time, milliseconds since 1970. */
  at: number
  forms: SignedFormHashes
}

/** What the events of a lineage say of one of its certificates. */
export interface FoldedCertificate {
  id: string
  revision: number
  status: CertificateStatus
  /** Database time of its first signing event, in milliseconds: what a key's compromise is measured against. */
  signedAt: number
  /** The event that names its current bytes: the newest issued, corrected or re-signed one. */
  formsSequence: number
  forms: SignedFormHashes
  /** Every signing of it, the first one first. */
  signings: Signing[]
  withdrawnAt: number | null
  /** Canonical JSON of the withdrawal event's detail. */
  withdrawalDetail: string | null
}

/** A lineage, folded from its events: the revisions, oldest first, the last one being current. */
export interface LineageState {
  revisions: FoldedCertificate[]
}

/**
 * Folds the events of one lineage into its state (spec part 3: a certificate's status, revision, current-ness
 * and withdrawal time *are* the fold of its events).
 * @param events entries of one history that `checkHistory` passed, in order of sequence
 * @returns null when the events make no history that can have happened
 */
export function foldLineage(events: readonly SignedEvent[]): LineageState | null {
  const revisions: FoldedCertificate[] = []
  for (const event of events) {
    if (event.chain !== 'lineage' || !applyEvent(revisions, event)) return null
  }
  return revisions.length > 0 ? { revisions } : null
}

function applyEvent(revisions: FoldedCertificate[], event: SignedEvent): boolean {
  const current = revisions.at(-1)
  switch (event.type) {
    case 'issued':
      return current === undefined && addRevision(revisions, event)
    case 'corrected':
      if (current?.status !== 'issued') return false
      current.status = 'superseded'
      return addRevision(revisions, event)
    case 'withdrawn':
      if (current?.status !== 'issued' || current.id !== event.certificateId) return false
      Object.assign(current, { status: 'withdrawn', withdrawnAt: event.at, withdrawalDetail: event.detail })
      return true
    case 'resigned': {
      const resigned = revisions.find((revision) => revision.id === event.certificateId)
      if (!resigned || !event.forms) return false
      signAgain(resigned, { sequence: event.sequence, at: event.at, forms: event.forms })
      return true
    }
    default:
      return false
  }
}

function signAgain(certificate: FoldedCertificate, signing: Signing): void {
  const { sequence, forms } = signing
  certificate.signings.push(signing)
  Object.assign(certificate, { forms, formsSequence: sequence })
}

function addRevision(revisions: FoldedCertificate[], event: SignedEvent): boolean {
  const { certificateId, forms } = event
  if (certificateId === null || forms === null || revisions.some((revision) => revision.id === certificateId))
    return false
  revisions.push({
    id: certificateId,
    revision: revisions.length + 1,
    status: 'issued',
    signedAt: event.at,
    formsSequence: event.sequence,
    forms,
    signings: [{ sequence: event.sequence, at: event.at, forms }],
    withdrawnAt: null,
    withdrawalDetail: null,
  })
  return true
}
