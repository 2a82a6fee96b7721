import type { CheckId } from '@/lib/contract/check/verification'
import { displaySerial } from '@/lib/domain/certificate/serial'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import { undetermined } from '@/lib/errors'
import { type Compromise, compromiseOf } from './compromise'
import { eventBytes, eventHash } from './event'
import type { CertificateRow, Evidence, IssuerKeyRow } from './evidence'
import { agreesWithContent, agreesWithHistory, signedFormsOf } from './judge-integrity'
import { findIssuerKey } from './judge-issuer-key'
import { lostReason, unloggedReason } from './judge-logged'
import type { Check, GenuineCertificate, Judgement } from './judgement'
import type { LineageFinding } from './lineage-finding'
import type { FoldedCertificate } from './lineage-state'
import type { SignatureChecks } from './signature-checks'

const MESSAGES: Record<CheckId, { passed: string; failed: string }> = {
  integrity: {
    passed: 'The record is unchanged since it was signed.',
    failed: 'The stored record does not match what was signed.',
  },
  signature: {
    passed: 'The signature on the certificate is good.',
    failed: 'The signature on the certificate does not hold.',
  },
  issuer_key: {
    passed: 'The signing key belongs to the issuer.',
    failed: 'The signing key cannot be trusted for this certificate.',
  },
  status: {
    passed: 'It has not been withdrawn or replaced.',
    failed: 'It has been withdrawn or replaced.',
  },
  issuer_standing: {
    passed: 'The issuer is not suspended.',
    failed: 'The issuer is suspended.',
  },
  validity_period: {
    passed: 'It is within its period of validity.',
    failed: 'Its period of validity has ended.',
  },
}

/** The result of checking the bytes, the signature and the key. */
interface Proof {
  folded: FoldedCertificate | null
  /** What is signed; null where the signature does not hold. */
  content: ReadContent | null
  integrity: boolean
  issuerKey: boolean
  keys: IssuerKeyRow[]
  compromise: Compromise
}

/**
 * Judges one certificate: integrity, signature, issuer key, status, issuer standing, validity period; the outcome is
 * the first of `invalid`, `withdrawn`, `superseded`, `issuer_suspended`, `expired`, `verified` that applies.
 * @returns where the public log lacks what `verified` rests on, or has an entry that is lost here, a judgement whose
 *   outcome throws when it is read
 * @throws Undetermined when a key is missing
 */
export function judgeCertificate(
  row: CertificateRow,
  finding: LineageFinding,
  evidence: Evidence,
  signatures: SignatureChecks,
): Judgement {
  const proof = prove(row, finding, evidence, signatures)
  const { folded, content } = proof
  const base = [
    check('integrity', proof.integrity),
    check('signature', content !== null),
    check('issuer_key', proof.issuerKey),
  ]
  if (!folded || !content || !proof.integrity || !proof.issuerKey) {
    return {
      certificate: { kind: 'invalid', ...shownOfInvalid(row, finding, proof, signatures) },
      overallStatus: 'invalid',
      cryptographicValid: content !== null,
      checks: [...base, ...(['status', 'issuer_standing', 'validity_period'] as const).map((id) => notApplicable(id))],
    }
  }
  const current = folded.status === 'issued'
  const waitsForResigning = proof.compromise === 'signed before'
  const suspended = finding.standing === 'suspended'
  const expired = content.expiresAt !== null && content.expiresAt <= evidence.now
  const judgement: Judgement = {
    certificate: {
      kind: 'genuine',
      row,
      issuer: finding.issuer,
      folded,
      content,
      ...statedPdfs(row, folded, signatures),
      waitsForResigning,
    },
    overallStatus:
      folded.status !== 'issued' ? folded.status : suspended ? 'issuer_suspended' : expired ? 'expired' : 'verified',
    cryptographicValid: true,
    checks: [
      ...base,
      check('status', current),
      check('issuer_standing', !suspended),
      content.expiresAt === null
        ? notApplicable('validity_period', 'It has no end date.')
        : check('validity_period', !expired),
    ],
  }
  const reason =
    judgement.overallStatus === 'verified'
      ? unloggedReason({ row, issuer: finding.issuer, keys: proof.keys }, evidence)
      : lostReason(row, evidence)
  return reason === null ? judgement : withoutVerdict(judgement, reason)
}

/**
 * A judgement whose outcome nobody can read: 503 for whoever asks for it. What does not ask goes on, such as withdrawing
 * it; the answer on a replaced certificate never waits for its replacement's leaf.
 */
function withoutVerdict(judgement: Judgement, reason: string): Judgement {
  return Object.defineProperty(judgement, 'overallStatus', {
    get: () => {
      throw undetermined(reason)
    },
  })
}

/** The newest PDF, and whether one is missing. A row without a good statement does not exist, nor does one that speaks of another certificate. */
function statedPdfs(
  { id, pdfs }: CertificateRow,
  { signings }: FoldedCertificate,
  signatures: SignatureChecks,
): Pick<GenuineCertificate, 'pdf' | 'lacksPdf'> {
  const stated = pdfs.filter(
    (pdf) => pdf.certificateId === id && pdf.type === 'pdf' && signatures.artifact(pdf) === 'passed',
  )
  // Dated as the signing that it was made with, or later where it was made anew.
  const hasOne = ({ at }: { at: number }, next: { at: number } | undefined) =>
    stated.some(({ createdAt }) => createdAt === at || (createdAt > at && (!next || createdAt < next.at)))
  const lacksPdf = !signings.every((signing, index) => hasOne(signing, signings[index + 1]))
  return { pdf: stated[0] ?? null, lacksPdf }
}

function prove(row: CertificateRow, finding: LineageFinding, evidence: Evidence, signatures: SignatureChecks): Proof {
  const folded = finding.state?.revisions.find((revision) => revision.id === row.id) ?? null
  const forms = folded && signedFormsOf(row, folded)
  if (!folded || !forms)
    return { folded, content: null, integrity: false, issuerKey: false, keys: [], compromise: 'none' }
  const { vcJwt, vcJwtSha256, openBadgeKeyId } = forms
  const keyId = signatures.credentialKeyId(vcJwt, vcJwtSha256)
  const found = findIssuerKey(keyId, 'ES256', finding.issuer, evidence, signatures)
  const content = found && signatures.credential(vcJwt, vcJwtSha256, found.key)
  const proofKey = findIssuerKey(openBadgeKeyId, 'EdDSA', finding.issuer, evidence, signatures)
  const compromise = compromiseOf(folded, [found, proofKey])
  const agrees =
    finding.standing !== null && agreesWithHistory(row, folded) && (content === null || agreesWithContent(row, content))
  return {
    folded,
    content,
    integrity: agrees,
    issuerKey: proofKey !== null && compromise !== 'signed after' && content?.issuerDid === finding.issuer.did,
    keys: [found, proofKey].flatMap((one) => (one ? [one.key] : [])),
    compromise,
  }
}

/**
 * Of an invalid record nothing is shown but the serial and when it was issued, and of these only what is proved where
 * anything is: the signed serial and the time in an event whose own signature holds. The row's columns are the forger's.
 */
function shownOfInvalid(row: CertificateRow, { events }: LineageFinding, proof: Proof, signatures: SignatureChecks) {
  const issuing = events.find(
    ({ type, certificateId }) => certificateId === row.id && (type === 'issued' || type === 'corrected'),
  )
  const signed = issuing && signatures.event(issuing, eventBytes(issuing), eventHash(issuing)) === 'passed'
  const proved = proof.issuerKey && proof.content?.id === row.id ? proof.content.serial : null
  return {
    id: row.id,
    serial: proved ?? displaySerial(row.serialKey),
    revision: proof.folded?.revision ?? 1,
    issuedAt: signed ? issuing.at : 0,
    signedAfterCompromise: proof.compromise === 'signed after',
  }
}

function check(id: CheckId, passed: boolean): Check {
  return { id, result: passed ? 'passed' : 'failed', message: passed ? MESSAGES[id].passed : MESSAGES[id].failed }
}

function notApplicable(id: CheckId, message = 'Not looked at, since the record fails its check.'): Check {
  return { id, result: 'not_applicable', message }
}
