import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { artifactStatementPayload } from '@/lib/domain/certificate/artifact'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import type { SignatureResult } from '@/lib/domain/history/event'
import type { IssuerRow } from '@/lib/domain/history/evidence'
import { keyStatementPayload } from '@/lib/domain/history/key-statement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { checkSigned } from '@/test/example-history'

/**
 * Signatures that are the words which they are over: what they hold for can be read, and changed. A verdict rests on the
 * results alone; how a signature is checked, its rules do not know.
 */
export const wordSignatures: SignatureChecks = {
  event: checkSigned,
  keyStatement: (key, issuerDid) => resultOf(key.statement, keyStatementPayload({ ...key, issuerDid })),
  issuerRow: (issuer) => issuer.mac === issuerWord(issuer),
  artifact: (artifact) => resultOf(artifact.statement, artifactStatementPayload(artifact)),
  credentialKeyId: (vcJwt) => readWord(vcJwt).kid,
  credential: (vcJwt, vcJwtSha256, { keyId }) => {
    const { kid, content } = readWord(vcJwt)
    return kid === keyId && sha256Hex(vcJwt) === vcJwtSha256 ? content : null
  },
}

/** A statement by a key of the service that is not there. */
export const BY_NOBODY = 'by nobody'

function resultOf(statement: string, expected: string): SignatureResult {
  if (statement === BY_NOBODY) return 'undetermined'
  return statement === expected ? 'passed' : 'failed'
}

function readWord(vcJwt: string) {
  return JSON.parse(vcJwt) as { kid: string | null; content: ReadContent; sequence: number }
}

export function issuerWord({ id, name, domain, assurance, did }: IssuerRow): string {
  return canonicalJson([id, name, domain, assurance, did])
}
