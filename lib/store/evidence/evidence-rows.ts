import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { ArtifactType } from '@/lib/domain/certificate/artifact'
import type {
  CertificateRow,
  Evidence,
  IssuerKeyRow,
  IssuerRow,
  LoggedLeaf,
  ServiceKeyRow,
  StatedArtifact,
} from '@/lib/domain/history/evidence'
import { isLossUnknown } from '@/lib/store/log/complete-log'
import { type EventColumns, signedEvent } from './event-columns'
import { evidenceLog, type LogColumns } from './evidence-log'
import { KIND } from './evidence-sql'
import { type HeldForms, holdForms } from './held-forms'

/* The arrays of EVIDENCE_SQL, column by column. */
type CertificateColumns = [
  ...[id: string, issuerId: string, lineageId: string, revision: number, serial: string, serialKey: string],
  ...[status: CertificateRow['status'], issuedAt: number, expiresAt: number | null, recordedAt: number],
  ...[withdrawnAt: number | null, withdrawalReason: string | null, withdrawalSalt: string | null, fullName: string],
  ...[registrationNumber: string | null, eventTitle: string, achievement: string, eventDate: string | null],
  ...[statusListId: string, statusIndex: number],
  ...[sequence: number | null, quickHash: string | null, others: OtherFormColumns | null],
]
/** What is read of the two Open Badges, unless it is held. */
type OtherFormColumns = [jsonldSha256: string, jwtSha256: string, keyId: string | null]
/** The columns of `ARTIFACT_JSON`. */
export type ArtifactColumns = [
  ...[id: string, certificateId: string, type: ArtifactType, size: number, sha256: string, template: string],
  ...[fonts: string, generator: string, createdAt: number, statement: string],
]
type IssuerColumns = [string, string, string, string, IssuerRow['assurance'], string, boolean, string | null]
type IssuerKeyColumns = [string, string, string, IssuerKeyRow['algorithm'], string, string, IssuerKeyRow['state']]
type LeafColumns = [string, LoggedLeaf['kind'], number, number, number, string, string | null]
type ServiceKeyColumns = [string, string, ServiceKeyRow['state'], string]

/** One row of `EVIDENCE_SQL`: its kind, its columns as JSON, and the `vc+jwt` of a certificate if it is not held. */
export type EvidenceColumns = [kind: number, json: string, vcJwt: string | null]

const NOTHING: ReadonlyMap<string, HeldForms> = new Map()
const NO_PDFS: StatedArtifact[] = []
const NONE_BEHIND: ReadonlySet<string> = new Set()

/**
 * Puts the rows of `EVIDENCE_SQL` in order.
 * @param held the signed forms that the database was told not to send, by their quick hash
 * @throws Error when the clock's row is missing: the answer is not whole
 */
export function collectEvidence(
  rows: readonly EvidenceColumns[],
  held: ReadonlyMap<string, HeldForms> = NOTHING,
): Evidence {
  const evidence: Evidence = {
    now: Number.NaN,
    inRecovery: true,
    restores: 0,
    lossUnknown: isLossUnknown(),
    lineages: new Map(),
    events: new Map(),
    issuers: new Map(),
    issuerKeys: new Map(),
    serviceKeys: [],
    lacksServiceKey: false,
    checks: new Map(),
    log: null,
    leaves: new Map(),
    behind: NONE_BEHIND,
  }
  const pdfs = new Map<string, StatedArtifact[]>()
  for (const [kind, json, vcJwt] of rows) {
    if (kind === KIND.artifact) addPdf(pdfs, statedArtifact(JSON.parse(json) as ArtifactColumns))
    else add(evidence, kind, JSON.parse(json), vcJwt, held)
  }
  if (Number.isNaN(evidence.now)) throw new Error('the evidence came without the clock')
  for (const lineage of evidence.lineages.values()) {
    lineage.sort((a, b) => a.revision - b.revision)
    for (const row of lineage) row.pdfs = pdfs.get(row.id) ?? NO_PDFS
  }
  for (const chain of evidence.events.values()) chain.sort((a, b) => a.sequence - b.sequence)
  return evidence
}

/** The newest first, as they are read in no order. */
function addPdf(pdfs: Map<string, StatedArtifact[]>, pdf: StatedArtifact): void {
  append(pdfs, pdf.certificateId, pdf)
  pdfs.get(pdf.certificateId)?.sort((a, b) => b.createdAt - a.createdAt)
}

function add(
  evidence: Evidence,
  kind: number,
  columns: unknown,
  vcJwt: string | null,
  held: ReadonlyMap<string, HeldForms>,
): void {
  if (kind === KIND.certificate) {
    const row = certificateRow(columns as CertificateColumns, vcJwt, held)
    append(evidence.lineages, row.lineageId, row)
  } else if (kind === KIND.event) {
    const event = signedEvent(columns as EventColumns)
    append(evidence.events, event.chainId, event)
  } else if (kind === KIND.issuer) {
    const [id, slug, name, domain, assurance, did, suspended, mac] = columns as IssuerColumns
    evidence.issuers.set(id, { id, slug, name, domain, assurance, did, suspended, mac })
  } else if (kind === KIND.issuerKey) {
    const [id, issuerId, keyId, algorithm, publicJwk, statement, state] = columns as IssuerKeyColumns
    evidence.issuerKeys.set(keyId, { id, issuerId, keyId, algorithm, publicJwk, statement, state })
  } else if (kind === KIND.serviceKey) {
    const [id, publicJwk, state, mac] = columns as ServiceKeyColumns
    evidence.serviceKeys.push({ id, publicJwk, state, mac })
  } else if (kind === KIND.checks) {
    const [lineageId, count, lastAt] = columns as [string, number, number]
    evidence.checks.set(lineageId, { count, lastAt })
  } else if (kind === KIND.leaf) {
    const [subject, leafKind, place, part, index, leaf, salt] = columns as LeafColumns
    append(evidence.leaves, subject, { kind: leafKind, place, part, index, leaf, salt })
  } else {
    const [now, inRecovery, log, restores] = columns as [number, boolean, LogColumns | null, number]
    Object.assign(evidence, { now, inRecovery, log: evidenceLog(log), restores })
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function certificateRow(
  columns: CertificateColumns,
  vcJwt: string | null,
  held: ReadonlyMap<string, HeldForms>,
): CertificateRow {
  return {
    id: columns[0],
    issuerId: columns[1],
    lineageId: columns[2],
    revision: columns[3],
    serial: columns[4],
    serialKey: columns[5],
    status: columns[6],
    issuedAt: columns[7],
    expiresAt: columns[8],
    recordedAt: columns[9],
    withdrawnAt: columns[10],
    withdrawalReason: columns[11],
    withdrawalSalt: columns[12],
    fullName: columns[13],
    registrationNumber: columns[14],
    eventTitle: columns[15],
    achievement: columns[16],
    eventDate: columns[17],
    statusListId: columns[18],
    statusIndex: columns[19],
    forms: storedForms(columns, vcJwt, held),
    pdfs: NO_PDFS,
  }
}

function storedForms(
  columns: CertificateColumns,
  vcJwt: string | null,
  held: ReadonlyMap<string, HeldForms>,
): CertificateRow['forms'] {
  const [sequence, quickHash] = [columns[20], columns[21]]
  if (sequence === null || quickHash === null) return null
  const forms = readForms(columns, quickHash, vcJwt) ?? held.get(quickHash)
  if (!forms) throw new Error('signed bytes were left out that nobody holds')
  return {
    sequence,
    vcJwt: forms.vcJwt,
    vcJwtSha256: forms.vcJwtSha256,
    openBadgeJsonldSha256: forms.openBadgeJsonldSha256,
    openBadgeJwtSha256: forms.openBadgeJwtSha256,
    openBadgeKeyId: forms.openBadgeKeyId,
  }
}

/** The forms that were sent, with the hash that is made of them here; null when they were left out. */
function readForms(columns: CertificateColumns, quickHash: string, vcJwt: string | null): HeldForms | null {
  const others = columns[22]
  if (vcJwt === null || others === null) return null
  const [openBadgeJsonldSha256, openBadgeJwtSha256, openBadgeKeyId] = others
  const vcJwtSha256 = sha256Hex(vcJwt)
  const forms = { quickHash, vcJwt, vcJwtSha256, openBadgeJsonldSha256, openBadgeJwtSha256, openBadgeKeyId }
  holdForms(columns[5], forms)
  return forms
}

/** An artifact's row, from the columns of `evidence-sql.ts`. */
export function statedArtifact(columns: ArtifactColumns): StatedArtifact {
  const [id, certificateId, type, size, sha256, template, fonts, generator, createdAt, statement] = columns
  return { id, certificateId, type, size, sha256, template, fonts, generator, createdAt, statement }
}
