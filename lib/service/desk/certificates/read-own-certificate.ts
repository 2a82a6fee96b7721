import type { ArtifactWire } from '@/lib/contract/manifest'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { couldBeSerial } from '@/lib/domain/certificate/serial'
import type { NamedActor } from '@/lib/domain/desk/named-actor'
import {
  LINEAGE_EVENTS,
  type OwnCertificate,
  type OwnEvent,
  type OwnMail,
  type OwnVersion,
} from '@/lib/domain/desk/own-certificate'
import { hasAction } from '@/lib/domain/desk/role'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { refuseLost } from '@/lib/service/check/assure-none'
import { keyOfReference } from '@/lib/service/check/get-served-certificate'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { nameActors } from '@/lib/service/desk/name-actors'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { listArtifacts } from '@/lib/service/files/describe-artifacts'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findWaitingOf } from '@/lib/store/desk/withdrawal-approvals'
import { findInternalReasons, type InternalReason } from '@/lib/store/evidence/internal-reasons'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { findCheckDays } from '@/lib/store/limits/check-counts'
import { findMailOfCertificates } from '@/lib/store/mail/mail-messages'
import { countWatchersOf } from '@/lib/store/watch/watches'
import { judgeOwnEvidence } from './judge-own-evidence'
import { serialOf } from './own-certificate'

/**
 * Reads a certificate of the member's issuer. It is not a verification, and not counted. The activity log says who read
 * it.
 * @param ref its serial in any spelling, or its id
 * @throws ServiceError `forbidden`; `not_found` for another issuer's too; `unavailable`
 */
export async function readOwnCertificate(member: DeskMember, ref: string): Promise<OwnCertificate> {
  authorize(member, 'read_certificates')
  const notFound = new ServiceError('not_found', 'You have no certificate with this serial.')
  const key = await keyOfReference(ref)
  if (key === null || !couldBeSerial(key)) throw notFound
  const evidence = await servingGuard().run(() => readIssuerEvidence([key], member.issuerId))
  const [lineageId, rows] = [...evidence.lineages][0] ?? []
  if (lineageId === undefined || !rows) {
    refuseLost(key, evidence, member.issuerId)
    throw notFound
  }
  const judgements = judgeOwnEvidence(evidence).get(lineageId) ?? []
  const chain = judgements.map(({ certificate, overallStatus }) => ({
    certificate: presentCertificate(certificate, env().BASE_URL),
    overallStatus,
  }))
  const at = rows.findIndex((row) => row.serialKey === key)
  const [version, judged] = [chain[at], judgements[at]?.certificate]
  if (!version || !judged) throw notFound
  noteMemberReading(member, { action: 'certificate.opened', subject: serialOf(judged), serials: 1 })
  const checks = evidence.checks.get(lineageId)
  const genuine = judged.kind === 'genuine'
  const ids = rows.map(({ id }) => id)
  const told = genuine ? { named: await nameActors(member.issuerId), reasonOf: await reasonsFor(member, ids) } : null
  return {
    ...version,
    chain,
    history: told ? (evidence.events.get(lineageId) ?? []).flatMap((event) => ownEvent(event, ids, chain, told)) : [],
    files: genuine ? await filesOf(judged) : [],
    mail: genuine ? await mailOf(ids) : [],
    withdrawalWaits: genuine ? await whoseWithdrawalWaits(member, judged.content.id) : null,
    checkCount: checks?.count ?? 0,
    lastCheckedAt: checks?.lastAt ?? null,
    watchers: roughly(await countWatchersOf(lineageId)),
    checkDays: await servingGuard().run(() => findCheckDays(lineageId)),
  }
}

async function whoseWithdrawalWaits(member: DeskMember, certificateId: string): Promise<'own' | 'another' | null> {
  const waiting = await findWaitingOf(certificateId)
  return waiting && (waiting.askedBy === actingMember(member).actor ? 'own' : 'another')
}

/** A small number would let somebody guess who watches. */
const FEWEST_COUNTED = 5

function roughly(watchers: number): OwnCertificate['watchers'] {
  return watchers > 0 && watchers < FEWEST_COUNTED ? 'few' : watchers
}

/** Internal reasons may speak of the person: they are for who may give such reasons. */
async function reasonsFor(member: DeskMember, certificateIds: readonly string[]): Promise<InternalReason> {
  return hasAction(member.role, 'withdraw') ? findInternalReasons(certificateIds) : () => null
}

function filesOf(certificate: GenuineCertificate): Promise<ArtifactWire[]> {
  return servingGuard().run(() => listArtifacts(certificate))
}

async function mailOf(certificateIds: readonly string[]): Promise<OwnMail[]> {
  const found = await findMailOfCertificates(certificateIds)
  return found.map(({ kind, state, at }) => ({ kind: kind as OwnMail['kind'], state, at: at.getTime() }))
}

function ownEvent(
  event: SignedEvent,
  ids: readonly string[],
  chain: readonly OwnVersion[],
  { named, reasonOf }: { named: (actor: string) => NamedActor; reasonOf: InternalReason },
): OwnEvent[] {
  const type = LINEAGE_EVENTS.find((known) => known === event.type)
  if (!type) return []
  const index = event.certificateId === null ? -1 : ids.indexOf(event.certificateId)
  const [before, after] = [chain[index - 1], chain[index]]
  const corrected = type === 'corrected' && isShown(before) && isShown(after)
  const correction = corrected ? { before: before.certificate, after: after.certificate } : null
  const serial = after?.certificate.serial ?? null
  return [{ type, at: event.at, actor: named(event.actor), serial, correction, reason: reasonOf(event) }]
}

/** An invalid version shows nothing, so that nothing is compared with it. */
function isShown(version: OwnVersion | undefined): version is OwnVersion {
  return version !== undefined && version.overallStatus !== 'invalid'
}
