import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import type { SignatureResult } from './event'
import type { IssuerKeyRow, IssuerRow, StatedArtifact } from './evidence'

/** The signature of an entry of a history, and the service key that it names. */
export interface SignedRecord {
  serviceKeyId: string
  signature: string
}

/**
 * The kinds of signature that a verdict rests on. The service gives an implementation that remembers results by
 * the hash of the bytes and the key; the rules do not know.
 */
export interface SignatureChecks {
  /** The service's signature over an event, given its bytes and their SHA-256; `undetermined` when its key is not among the trusted ones. */
  event(event: SignedRecord, bytes: string, hash: string): SignatureResult
  /** The service's signed statement that this key is the issuer's with this DID. */
  keyStatement(key: IssuerKeyRow, issuerDid: string): SignatureResult
  /** Whether the name, domain and assurance of an issuer's row are those that the service wrote. */
  issuerRow(issuer: IssuerRow): boolean
  /** The service's signed statement that this file is the certificate's, as the row says. */
  artifact(artifact: StatedArtifact): SignatureResult
  /** The `kid` of a `vc+jwt`, not verified; null when it has none. */
  credentialKeyId(vcJwt: string, vcJwtSha256: string): string | null
  /** The content of a `vc+jwt` that this key signed; null when the signature does not hold or it is not of our shape. */
  credential(vcJwt: string, vcJwtSha256: string, key: IssuerKeyRow): ReadContent | null
}
