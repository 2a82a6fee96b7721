import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import type { IssuerKeyRow } from './evidence'

/** The exact `typ` of the service's statement that a key is an issuer's. */
export const KEY_STATEMENT_TYPE = 'issuer-key-statement+jwt'

/** What the service signs of an issuer's key (spec part 3): whose it is, its name, its algorithm, its bytes. */
interface KeyStatement {
  id: string
  issuerId: string
  issuerDid: string
  keyId: string
  algorithm: IssuerKeyRow['algorithm']
  publicJwk: string
}

/** The payload of a key statement: canonical JSON (RFC 8785), so that a comparison of texts is a comparison of facts. */
export function keyStatementPayload(statement: KeyStatement): string {
  return canonicalJson({
    id: statement.id,
    issuer_id: statement.issuerId,
    issuer_did: statement.issuerDid,
    key_id: statement.keyId,
    algorithm: statement.algorithm,
    public_jwk: statement.publicJwk,
  })
}
