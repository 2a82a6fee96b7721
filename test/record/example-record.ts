import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { artifactStatementPayload } from '@/lib/domain/certificate/artifact'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import { withdrawalDetail } from '@/lib/domain/certificate/withdrawal-reason'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { CertificateRow, Evidence, IssuerKeyRow, IssuerRow, StatedArtifact } from '@/lib/domain/history/evidence'
import { keyStatementPayload } from '@/lib/domain/history/key-statement'
import { CHAIN_ID, chainOf, idOf, issued, START, type Step } from '@/test/example-history'
import { issuerWord } from './word-signatures'

export const ISSUER_ID = idOf(900)
export const DAY = 86_400_000
export const DID = 'did:web:certificates.example:issuers:school'
const REASON = 'Issued in error.'
const SALT = 'salt'

/** What is signed of a certificate that a number stands for. */
export function contentOf(number: number): ReadContent {
  return {
    ...{ id: idOf(number), serial: `AB12-CD34-EF56-000${number}`, fullName: 'Ana Soto', registrationNumber: 'R-1' },
    ...{ eventTitle: 'Course', achievement: 'Passed', eventDate: '2026-10-30' },
    ...{ issuedAt: START - DAY, expiresAt: START + 10 * DAY },
    ...{ issuerDid: DID, issuerName: 'School', verifiedDomain: 'school.example' },
    ...{ statusListId: idOf(800), statusIndex: 7 },
  }
}

/** The bytes of a certificate as the event of this sequence names them. */
export function formsAt(sequence: number, content: ReadContent, kid: string | null = `${DID}#ES256`) {
  const vcJwt = JSON.stringify({ kid, content, sequence })
  const hashes = {
    vcJwt: sha256Hex(vcJwt),
    openBadgeJsonld: sha256Hex(`JSON-LD ${vcJwt}`),
    openBadgeJwt: sha256Hex(`JWT ${vcJwt}`),
  }
  return { vcJwt, hashes }
}

function rowOf({ issuerDid: _did, issuerName: _name, verifiedDomain: _domain, ...content }: ReadContent) {
  return {
    ...content,
    ...{ issuerId: ISSUER_ID, lineageId: CHAIN_ID, serialKey: serialKey(content.serial) },
    ...{ withdrawnAt: null, withdrawalReason: null, withdrawalSalt: null, forms: null, pdfs: [] },
  }
}

export const withdrawnForReason = (number: number): Step => ({
  type: 'withdrawn',
  certificateId: idOf(number),
  detail: withdrawalDetail(REASON, SALT),
})

/** What is signed of a certificate, and its bytes as the event of a sequence names them. */
interface Signed {
  content: (id: string) => ReadContent
  forms: (id: string, sequence: number) => ReturnType<typeof formsAt>
}

function rowsOf(events: readonly SignedEvent[], signed: Signed): CertificateRow[] {
  const rows: CertificateRow[] = []
  for (const { type, certificateId, at, sequence, forms } of events) {
    const last = rows.at(-1)
    if (last && type === 'corrected') last.status = 'superseded'
    if (certificateId !== null && (type === 'issued' || type === 'corrected')) {
      const place = { id: certificateId, revision: rows.length + 1, recordedAt: at }
      rows.push({ ...rowOf(signed.content(certificateId)), ...place, status: 'issued' })
    }
    const row = rows.find(({ id }) => id === certificateId)
    if (!row) continue
    if (type === 'withdrawn')
      Object.assign(row, { status: type, withdrawnAt: at, withdrawalReason: REASON, withdrawalSalt: SALT })
    if (forms) {
      const { vcJwt, hashes } = signed.forms(row.id, sequence)
      const { vcJwt: vcJwtSha256, openBadgeJsonld: openBadgeJsonldSha256, openBadgeJwt: openBadgeJwtSha256 } = hashes
      row.forms = {
        sequence,
        vcJwt,
        vcJwtSha256,
        openBadgeJsonldSha256,
        openBadgeJwtSha256,
        openBadgeKeyId: `${DID}#EdDSA`,
      }
    }
  }
  return rows
}

export function keyRow(algorithm: IssuerKeyRow['algorithm'], number: number, changes: Partial<IssuerKeyRow> = {}) {
  const ofKind =
    algorithm === 'ES256' ? { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } : { kty: 'OKP', crv: 'Ed25519', x: 'x' }
  const key = {
    algorithm,
    id: idOf(number),
    issuerId: ISSUER_ID,
    keyId: `${DID}#${algorithm}`,
    publicJwk: JSON.stringify(ofKind),
  }
  const row = { ...key, state: 'active' as const, ...changes }
  return { ...row, statement: keyStatementPayload({ ...row, issuerDid: DID }), ...changes }
}

/** Everything that verdicts on a lineage of this history rest on, as it is read, right in all. */
export function exampleEvidence(
  steps: readonly Step[] = [issued(1)],
  content: Partial<ReadContent> = {},
  kid: string | null = `${DID}#ES256`,
): Evidence {
  const contents = (id: string) => ({ ...contentOf(Number(id.slice(-12))), ...content })
  const signed: Signed = { content: contents, forms: (id, sequence) => formsAt(sequence, contents(id), kid) }
  const events = chainOf(
    steps.map((step, index) =>
      step.forms ? { ...step, forms: signed.forms(step.certificateId ?? '', index + 1).hashes } : step,
    ),
  )
  const issuer: IssuerRow = {
    ...{ id: ISSUER_ID, slug: 'school', name: 'School', domain: 'school.example', assurance: 'verified', did: DID },
    ...{ suspended: false, mac: null },
  }
  return {
    ...{
      now: START + DAY,
      inRecovery: false,
      restores: 0,
      lossUnknown: false,
      serviceKeys: [],
      lacksServiceKey: false,
      checks: new Map(),
      log: null,
      leaves: new Map(),
    },
    lineages: new Map([[CHAIN_ID, rowsOf(events, signed)]]),
    events: new Map([[CHAIN_ID, events]]),
    issuers: new Map([[ISSUER_ID, { ...issuer, mac: issuerWord(issuer) }]]),
    issuerKeys: new Map([keyRow('ES256', 901), keyRow('EdDSA', 902)].map((key) => [key.keyId, key])),
    behind: new Set(),
  }
}

/** The only issuer, the last certificate and the keys in it, to be changed. */
export function partsOf(evidence: Evidence) {
  const row = evidence.lineages.get(CHAIN_ID)?.at(-1)
  const issuer = evidence.issuers.get(ISSUER_ID)
  const [es256, eddsa] = evidence.issuerKeys.values()
  if (!row?.forms || !issuer || !es256 || !eddsa) throw new Error('the evidence is not whole')
  return { row, forms: row.forms, issuer, es256, eddsa }
}

/** Gives a key or an issuer this history, and its column what follows from it. */
export function historyOf(evidence: Evidence, subject: IssuerKeyRow | IssuerRow, ...steps: Step[]): void {
  const isKey = 'keyId' in subject
  evidence.events.set(subject.id, chainOf(steps, isKey ? 'key' : 'issuer', subject.id))
  const last = steps.at(-1)?.type
  if (isKey) subject.state = last === 'retired' || last === 'compromised' ? last : 'active'
  else subject.suspended = last === 'suspended'
}

/** A file that the service stated to be the certificate's. */
export function statedPdf(number: number, changes: Partial<StatedArtifact> = {}): StatedArtifact {
  const artifact = {
    ...{ id: idOf(number), certificateId: idOf(1), type: 'pdf' as const, size: 1, sha256: 'a'.repeat(64) },
    ...{ template: '1', fonts: '1', generator: '1', createdAt: START, ...changes },
  }
  return { ...artifact, statement: artifactStatementPayload(artifact), ...changes }
}
