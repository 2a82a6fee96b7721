import { randomBytes, randomUUID } from 'node:crypto'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import { drawSerial, serialKey } from '@/lib/domain/certificate/serial'
import { wornDesign } from '@/lib/domain/design/worn-design'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { findCertificateIssuer } from '@/lib/service/check/find-certificate-issuer'
import { sameDesign } from '@/lib/service/designs/design-to-wear'
import { makeCertificatePdf } from '@/lib/service/files/make-certificate-pdf'
import { holdStandingIssuer, signedDomain, type IssuedCertificate } from '@/lib/service/issue/issue-certificates'
import { issuerSigners } from '@/lib/service/keys/issuer-signers'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { requireMail } from '@/lib/service/mail/enqueue-mail'
import { mailChange } from '@/lib/service/mail/mail-recipient'
import { announce, toldOf } from '@/lib/service/webhooks/announce'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { closeWaitingWithdrawals } from '@/lib/store/desk/withdrawal-approvals'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { insertEvents } from '@/lib/store/evidence/event-log'
import { insertCertificates, supersedeCertificate } from '@/lib/store/evidence/issued-certificates'
import { takeStatusEntries, type StatusListEntry } from '@/lib/store/evidence/status-lists'
import { requireMovingLog } from '@/lib/store/log/require-moving-log'
import { holdLineage, type HeldLineage, refuseLostEntry } from './hold-lineage'
import { type CertificateChanges, COLUMN_NAMES, type FieldNames } from './read-changes'
import { recordStatusChange } from './record-status-change'

/**
 * The most certificates of one lineage: each check of one judges them all, so that a chain without an end would make checks
 * dear for everybody (decision 128).
 */
const MOST_REVISIONS = 50

/** A correction and what it replaced. */
export interface Correction {
  certificate: IssuedCertificate
  replaced: { serial: string }
  /** Whether a message to the recipient was queued. */
  mailed: boolean
}

/**
 * Replaces the current certificate of a lineage by a correction with a serial of its own (spec part 3).
 * @param serial as the operator typed it
 * @param changes at least one that changes something
 * @param options `reason` is kept internally; `actor` and `address` who does it and where from; `issuerId` only a
 *   certificate of this issuer, or null; `notify` tells the recipient by mail; `first` is asked in the same transaction
 *   and refuses by throwing; `names` are what a reason calls the fields
 * @throws ServiceError `not_found`; `malformed` when it is not current, was corrected too often, the issuer is suspended, or
 *   nothing changes; `unavailable` as `holdLineage` and `refuseLostEntry`
 */
export async function correctCertificate(
  serial: string,
  changes: CertificateChanges,
  options: {
    reason: string
    actor: string
    address?: string | null
    issuerId?: string | null
    notify?: boolean
    first?: (tx: Transaction) => Promise<void>
    names?: FieldNames
  },
): Promise<Correction> {
  if (options.notify) requireMail()
  const issuerId = await findCertificateIssuer(serial, options.issuerId ?? null)
  const [entry] = await takeStatusEntries(issuerId, 1)
  return transaction(async (tx) => {
    await requireMovingLog(tx)
    await options.first?.(tx)
    const held = await holdLineage(tx, serial, issuerId)
    refuseLostEntry(held)
    return storeCorrection(tx, held, changes, { names: COLUMN_NAMES, ...options, entry: entry as StatusListEntry })
  })
}

async function storeCorrection(
  tx: Transaction,
  held: HeldLineage,
  changes: CertificateChanges,
  options: {
    reason: string
    actor: string
    address?: string | null
    notify?: boolean
    entry: StatusListEntry
    names: FieldNames
  },
): Promise<Correction> {
  const { content: old, folded } = held.certificate
  if (folded.revision >= MOST_REVISIONS) {
    throw new ServiceError('malformed', `It was corrected ${MOST_REVISIONS - 1} times, and more is not possible.`)
  }
  const issuer = await holdStandingIssuer(tx, held.certificate.issuer.id)
  const issuedAt = Math.floor(held.end.now / 1000) * 1000
  const content: SignedContent = {
    ...inherit(held, changes),
    id: randomUUID(),
    serial: drawSerial(randomBytes),
    issuedAt,
    issuer: { id: issuer.id, did: issuer.did, name: issuer.name, verifiedDomain: signedDomain(issuer) },
    ...options.entry,
  }
  if (content.expiresAt !== null && content.expiresAt <= issuedAt) {
    throw new ServiceError(
      'malformed',
      `${options.names.expiresAt} must lie in the future: a correction is issued now.`,
    )
  }
  const signers = await issuerSigners(tx, issuer.id)
  const forms = await makeSignedForms(content, signers, {
    subjectId: randomUUID(),
    baseUrl: env().BASE_URL,
    createdAt: held.end.now,
  })
  const draft = {
    chainId: held.lineageId,
    chain: 'lineage' as const,
    type: 'corrected' as const,
    certificateId: content.id,
    actor: options.actor,
    forms: forms.hashes,
    detail: null,
  }
  const serviceKey = await serviceSigner(tx)
  const event = await signNextEvent(draft, held.end, serviceKey)
  const pdf = await makeCertificatePdf(
    {
      ...content,
      issuerName: issuer.name,
      verifiedDomain: content.issuer.verifiedDomain,
      design: await sameDesign(tx, issuer.id, wornDesign(held.certificate.pdf?.template ?? '')),
    },
    forms.vcJwt,
    event.at,
    serviceKey,
  )
  const reader = await supersedeCertificate(tx, old.id)
  await insertCertificates(tx, [
    {
      content,
      lineageId: held.lineageId,
      revision: folded.revision + 1,
      serialKey: serialKey(content.serial),
      recordedAt: event.at,
      ...reader,
      correctionNote: options.reason,
      sequence: event.sequence,
      forms,
    },
  ])
  await insertEvents(tx, [event])
  await insertArtifacts(tx, [pdf])
  await recordStatusChange(tx, old, event.at, serviceKey)
  const { actor, address } = options
  await closeWaitingWithdrawals(tx, old.id, actor)
  const what = { action: 'certificate.corrected', subject: content.serial, detail: { replaced: old.serial } }
  await insertActivity({ issuerId: issuer.id, actor, address: address ?? null, ...what }, tx)
  const data = { ...toldOf(content.serial), replaced_serial: old.serial }
  const told = { certificateId: content.id, at: new Date(event.at), data }
  await announce(tx, issuer.id, [{ kind: 'certificate.corrected', ...told }])
  const change = { kind: 'correction' as const, certificateId: content.id }
  const mailed = options.notify === true && (await mailChange(tx, issuer.id, reader, change))
  return { certificate: { id: content.id, serial: content.serial }, replaced: { serial: old.serial }, mailed }
}

function inherit({ certificate: { content } }: HeldLineage, changes: CertificateChanges) {
  const { fullName, registrationNumber, eventTitle, achievement, eventDate, expiresAt } = content
  const inherited = { fullName, registrationNumber, eventTitle, achievement, eventDate, expiresAt }
  const corrected = { ...inherited, ...changes }
  if (Object.entries(inherited).every(([field, value]) => corrected[field as keyof typeof inherited] === value)) {
    throw new ServiceError('malformed', 'The correction changes nothing.')
  }
  return corrected
}
