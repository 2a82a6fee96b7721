import { describe, expect, it } from 'vitest'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { CertificateLog } from '@/lib/domain/history/certificate-log'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import type { Judgement } from '@/lib/domain/history/judgement'
import { CHAIN_ID } from '@/test/example-history'
import { DID, exampleEvidence, partsOf, statedPdf } from '@/test/record/example-record'
import { wordSignatures } from '@/test/record/word-signatures'
import { logAnchorOf, receiptClaims } from './receipt'

const { certificate } = exampleReceiptAnswer('https://certificates.example')
const evidence = exampleEvidence()
const { row, forms } = partsOf(evidence)
row.pdfs = [statedPdf(11)]
const [genuine] = judgeLineage(CHAIN_ID, evidence, wordSignatures) as [Judgement]
const content = {
  id: 'id',
  serviceDid: 'did:web:service',
  certificate,
  checkedAt: 1_780_000_000_999,
  reference: 'R',
  log: null,
}
const claimsOf = (judgement: Judgement) => receiptClaims({ ...content, judgement })

describe('what a receipt says', () => {
  it('is the check, the hash of the certificate, and what it was proved by', () => {
    expect(claimsOf(genuine)).toEqual({
      ...{
        iss: 'did:web:service',
        jti: 'id',
        iat: 1_780_000_000,
        serial: certificate.serial,
        overall_status: 'verified',
      },
      ...{ verified_at: '2026-05-28T20:26:40.999Z', certificate_sha256: sha256Hex(canonicalJson(certificate)) },
      artifacts: [
        { type: 'vc+jwt', sha256: forms.vcJwtSha256 },
        { type: 'openbadge+jsonld', sha256: forms.openBadgeJsonldSha256 },
        { type: 'openbadge+jwt', sha256: forms.openBadgeJwtSha256 },
        { type: 'pdf', sha256: 'a'.repeat(64) },
      ],
      ...{ issuer_did: DID, issuer_key: null, reference: 'R', log: null },
    })
  })

  it.each([
    [{ alg: 'ES256', kid: `${DID}#key` }, `${DID}#key`],
    [{ alg: 'ES256', kid: 1 }, null],
    [{ alg: 'ES256' }, null],
  ])('names the key that signed it: %j', (header, key) => {
    const { vcJwt } = forms
    forms.vcJwt = `${encodeBase64url(JSON.stringify(header))}.e30.AA`
    expect(claimsOf(genuine).issuer_key).toBe(key)
    forms.vcJwt = vcJwt
  })

  it('is nothing of a record that fails its check, nor of a file that there is not', () => {
    const failing = exampleEvidence()
    expect(claimsOf(judgeLineage(CHAIN_ID, failing, wordSignatures)[0] as Judgement).artifacts).toHaveLength(3)
    partsOf(failing).row.fullName = 'Forged Person'
    expect(claimsOf(judgeLineage(CHAIN_ID, failing, wordSignatures)[0] as Judgement)).toMatchObject({
      ...{ overall_status: 'invalid', artifacts: [], issuer_did: null, issuer_key: null },
    })
  })

  it('is the tree of that moment too, with the leaves of the certificate', () => {
    const log: CertificateLog = {
      ...{
        origin: 'x/log',
        treeSize: 9,
        rootHash: 'ab',
        state: 'entered',
        index: 1,
        enteredAt: 1,
        leaves: ['01aa', '02'],
      },
    }
    const hashes = ['01aa', '02'].map((leaf) => leafHash(Buffer.from(leaf, 'hex')).toString('hex'))
    expect(logAnchorOf(log)).toEqual({ origin: 'x/log', tree_size: 9, root_hash: 'ab', leaf_hashes: hashes })
    expect(receiptClaims({ ...content, log, judgement: genuine }).log).toEqual(logAnchorOf(log))
    expect(logAnchorOf(null)).toBeNull()
  })
})
