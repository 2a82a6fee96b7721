import { randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { Signer } from '@/lib/crypto/signature/signer'
import { checkValidityPeriod, wholeSeconds } from '@/lib/domain/certificate/certificate-dates'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import { drawSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { readAhead } from '@/lib/domain/log/read-ahead'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { type DesignToWear, designToWear } from '@/lib/service/designs/design-to-wear'
import { refuseErasedSerials } from '@/lib/service/erasure/erased-rows'
import { makeCertificatePdf } from '@/lib/service/files/make-certificate-pdf'
import { brokenRecord, requireIssuerSeal } from '@/lib/service/issuers/issuer-seal'
import { standingOfHistory } from '@/lib/service/issuers/standing-of-history'
import { type IssuerSigners, issuerSigners } from '@/lib/service/keys/issuer-signers'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signEvent } from '@/lib/service/keys/sign-event'
import { announce, toldOf } from '@/lib/service/webhooks/announce'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { databaseTime, insertEvents } from '@/lib/store/evidence/event-log'
import { type NewCertificate, insertCertificates } from '@/lib/store/evidence/issued-certificates'
import { takeStatusEntries, type StatusListEntry } from '@/lib/store/evidence/status-lists'
import { holdIssuer, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { requireMovingLog } from '@/lib/store/log/require-moving-log'
import { changedLook, issuingLook } from './issuing-look'

/** Certificates that a signer is asked for at once; it looks at the issuer once for those that come together. */
const AT_ONCE = 16

/** A certificate as it was issued. */
export interface IssuedCertificate {
  id: string
  serial: string
}

/**
 * Issues one certificate a row, all or none: signed in three forms, with a place in a status list and the first event
 * of a lineage (spec parts 3 and 6).
 * @param issuerId the issuer
 * @param rows validated rows, a few hundred at most
 * @param actor who does it, as a word without a name
 * @param record further writes of the same transaction, such as marking the rows of a file
 * @param options `waits: false` where the caller waits for the public log later; `look` refuses rows that would look
 *   otherwise than somebody has seen them (`issuingLook`)
 * @throws ServiceError `not_found` no such issuer, `malformed` the issuer is suspended or the look another, `unavailable` a
 *   key is missing
 */
export async function issueCertificates(
  issuerId: string,
  rows: readonly IssueRow[],
  actor: string,
  record?: (tx: Transaction, issued: IssuedCertificate[]) => Promise<void>,
  options: { waits?: boolean; look?: string } = {},
): Promise<IssuedCertificate[]> {
  const entries = await takeStatusEntries(issuerId, rows.length)
  return transaction(async (tx) => {
    await requireMovingLog(tx)
    const issuer = await holdStandingIssuer(tx, issuerId)
    await requireLook(tx, issuer, options.look)
    const signers = await issuerSigners(tx, issuerId)
    await refuseErasedSerials(tx, rows)
    const serviceKey = await serviceSigner(tx)
    const designs = await designsOf(tx, issuerId, rows)
    const now = await databaseTime(tx)
    const certificates: NewCertificate[] = []
    const events: SignedEvent[] = []
    const files: Promise<StatedArtifact>[] = []
    const failures: unknown[] = []
    const signed = readAhead(rows.entries(), env().SIGNER === 'socket' ? AT_ONCE : 1, async ([index, row]) => {
      const certificate = await signNew(issuer, row, entries[index] as StatusListEntry, signers, now)
      return { row, certificate, event: await signEvent({ ...certificate.event, actor }, serviceKey) }
    })
    try {
      for await (const { row, certificate, event } of signed) {
        certificates.push(certificate.stored)
        events.push(event)
        // Made by processes of their own while the next row is signed here.
        const design = designs.get(row.eventTitle) ?? null
        const file = makePdf(certificate.stored, { design, isOneOfMany: rows.length > 1 }, serviceKey)
        // It is awaited below: until then its failure is nobody's, and would end the process.
        file.catch((failure: unknown) => failures.push(failure))
        files.push(file)
        // None of the rows is issued then: the signer is asked for no more of them.
        if (failures.length > 0) break
        // Where this process signs, nothing in it waits for the world: a check would wait for all of the rows.
        await turnOfOthers()
      }
    } finally {
      // Also when one fails: nothing goes on behind the back of a transaction that was rolled back.
      await Promise.allSettled(files)
    }
    const artifacts = await Promise.all(files)
    await insertCertificates(tx, certificates)
    await insertEvents(tx, events)
    await insertArtifacts(tx, artifacts)
    const issued = certificates.map(({ content }) => ({ id: content.id, serial: content.serial }))
    const told = issued.map(({ id, serial }) => ({ certificateId: id, at: new Date(now), data: toldOf(serial) }))
    await announce(
      tx,
      issuerId,
      told.map((one) => ({ kind: 'certificate.issued', ...one })),
    )
    await record?.(tx, issued)
    return issued
  }, options)
}

async function requireLook(tx: Transaction, issuer: StoredIssuer, seen: string | undefined): Promise<void> {
  const now = { id: issuer.id, name: issuer.name, domain: signedDomain(issuer) }
  if (seen !== undefined && seen !== (await issuingLook(tx, now))) throw changedLook()
}

/** The design of each event among the rows. */
async function designsOf(tx: Transaction, issuerId: string, rows: readonly IssueRow[]) {
  const designs = new Map<string, DesignToWear | null>()
  for (const title of new Set(rows.map(({ eventTitle }) => eventTitle))) {
    designs.set(title, await designToWear(tx, issuerId, title))
  }
  return designs
}

function makePdf(
  { content, forms, recordedAt }: NewCertificate,
  how: { design: DesignToWear | null; isOneOfMany: boolean },
  serviceKey: Signer,
): Promise<StatedArtifact> {
  const { issuer, ...shown } = content
  const file = { ...shown, issuerName: issuer.name, verifiedDomain: issuer.verifiedDomain, ...how }
  return makeCertificatePdf(file, forms.vcJwt, recordedAt, serviceKey)
}

/**
 * The issuer, held as it is until the transaction ends.
 * @throws ServiceError `malformed` when it is suspended by its history: it may neither issue nor correct; `unavailable` when its
 *   row was written by somebody else, its history fails its check or is behind the journal, or its column disagrees with it
 */
export async function holdStandingIssuer(tx: Transaction, issuerId: string): Promise<StoredIssuer> {
  const issuer = await holdIssuer(tx, issuerId, 'share')
  if (!issuer) throw new ServiceError('not_found', 'There is no such issuer.')
  requireIssuerSeal(issuer)
  const standing = await standingOfHistory(tx, issuerId)
  if (standing === 'suspended') {
    throw new ServiceError(
      'malformed',
      `${issuer.name} is suspended: it can neither issue nor correct certificates, nor invite people or write to anyone.`,
    )
  }
  // What is issued while the column disagrees fails its check.
  if (standing === null || issuer.suspended) throw brokenRecord(issuer.slug)
  return issuer
}

/** The domain that goes into what an issuer signs: only one that was verified or attested and has not lapsed. */
export function signedDomain(issuer: Pick<StoredIssuer, 'assurance' | 'domain'>): string {
  return issuer.assurance === 'verified' || issuer.assurance === 'attested' ? issuer.domain : ''
}

async function signNew(
  issuer: StoredIssuer,
  row: IssueRow,
  entry: StatusListEntry,
  signers: IssuerSigners,
  now: number,
) {
  const serial = row.serial ?? drawSerial(randomBytes)
  const issuedAt = wholeSeconds(row.issuedAt ?? new Date(now))
  const expiresAt = row.expiresAt && wholeSeconds(row.expiresAt)
  const content: SignedContent = {
    id: randomUUID(),
    serial,
    fullName: row.fullName,
    registrationNumber: row.registrationNumber,
    eventTitle: row.eventTitle,
    achievement: row.achievement,
    eventDate: row.eventDate,
    issuedAt: issuedAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    issuer: { id: issuer.id, did: issuer.did, name: issuer.name, verifiedDomain: signedDomain(issuer) },
    ...entry,
  }
  // Its row was judged when the file was read, which may be an hour ago.
  if (expiresAt && checkValidityPeriod(issuedAt, expiresAt) !== null)
    throw new ServiceError('malformed', 'The validity of a certificate ended before it could be issued.')
  const forms = await makeSignedForms(content, signers, {
    subjectId: randomUUID(),
    baseUrl: env().BASE_URL,
    createdAt: now,
  })
  const lineageId = randomUUID()
  const stored: NewCertificate = {
    content,
    lineageId,
    revision: 1,
    serialKey: serialKey(serial),
    recordedAt: now,
    email: row.email,
    language: row.language,
    correctionNote: null,
    sequence: 1,
    forms,
  }
  const event = {
    chainId: lineageId,
    chain: 'lineage' as const,
    sequence: 1,
    type: 'issued' as const,
    certificateId: content.id,
    at: now,
    previousHash: null,
    forms: forms.hashes,
    detail: null,
  }
  return { stored, event }
}
