import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseCompactJws, signCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { Signer } from '@/lib/crypto/signature/signer'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { CertificateLog } from '@/lib/domain/history/certificate-log'
import type { Judgement } from '@/lib/domain/history/judgement'

/** The exact `typ` of a receipt (spec part 5). */
export const RECEIPT_TYPE = 'verification-receipt+jwt'

/** One check, and who states it. */
interface ReceiptContent {
  /** UUID. */
  id: string
  /** The DID of the service. */
  serviceDid: string
  judgement: Judgement
  /** The certificate in its wire form, as the receipt carries it. */
  certificate: CertificateWire
  /** Database time of the check, milliseconds since 1970. */
  checkedAt: number
  reference: string | null
  log: CertificateLog | null
}

/** SHA-256 over the canonical JSON (RFC 8785) of a certificate's wire form, in lowercase hexadecimal. */
export function certificateSha256(certificate: unknown): string {
  return sha256Hex(canonicalJson(certificate))
}

/** What a receipt says of a check; of a record that fails its check nothing but the serial and that it fails. */
export function receiptClaims(content: ReceiptContent): ReceiptClaims {
  const { judgement, certificate, checkedAt } = content
  return {
    iss: content.serviceDid,
    jti: content.id,
    iat: Math.floor(checkedAt / 1000),
    serial: certificate.serial,
    overall_status: judgement.overallStatus,
    verified_at: new Date(checkedAt).toISOString(),
    certificate_sha256: certificateSha256(certificate),
    ...provedBy(judgement),
    reference: content.reference,
    log: logAnchorOf(content.log),
  }
}

/** Every receipt puts the tree of that moment into somebody else’s hands. */
export function logAnchorOf(log: CertificateLog | null): NonNullable<ReceiptClaims['log']> | null {
  if (log === null) return null
  const { origin, treeSize, rootHash, leaves } = log
  const leafHashes = leaves.map((leaf) => leafHash(Buffer.from(leaf, 'hex')).toString('hex'))
  return { origin, tree_size: treeSize, root_hash: rootHash, leaf_hashes: leafHashes }
}

/** Signs the claims as a compact JWS (RFC 7515) over their canonical JSON. */
export function signReceipt(claims: ReceiptClaims, signer: Signer): Promise<string> {
  return signCompactJws({ typ: RECEIPT_TYPE, kid: signer.keyId }, canonicalJson(claims), signer)
}

/** Hashes that the signed history names, the newest PDF, and the key that the certificate verified with. */
function provedBy({ certificate }: Judgement): Pick<ReceiptClaims, 'artifacts' | 'issuer_did' | 'issuer_key'> {
  if (certificate.kind === 'invalid') return { artifacts: [], issuer_did: null, issuer_key: null }
  const { forms } = certificate.folded
  const kid = parseCompactJws(certificate.row.forms?.vcJwt ?? '')?.header.kid
  return {
    artifacts: [
      { type: 'vc+jwt', sha256: forms.vcJwt },
      { type: 'openbadge+jsonld', sha256: forms.openBadgeJsonld },
      { type: 'openbadge+jwt', sha256: forms.openBadgeJwt },
      ...(certificate.pdf ? [{ type: 'pdf', sha256: certificate.pdf.sha256 }] : []),
    ],
    issuer_did: certificate.issuer.did,
    issuer_key: typeof kid === 'string' ? kid : null,
  }
}
