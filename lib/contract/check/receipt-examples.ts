import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { exampleLogProofs } from './log-proof'
import type { ReceiptAnswer, StoredReceiptAnswer } from './receipt'
import type { ReceiptValidationAnswer } from './receipt-validation'

const EXAMPLE_JWT = 'eyJ0eXAiOiJ2ZXJpZmljYXRpb24tcmVjZWlwdCtqd3QiLCJhbGciOiJFUzI1NiJ9.eyJqdGkiOiLigKYifQ.c2lnbmF0dXJl'
const EXAMPLE_ID = '4d2b9a53-5c0f-4b57-9f0a-2f1f6b7b2c77'

/** A whole receipt; its signature is shortened. */
export function exampleReceiptAnswer(baseUrl: string): ReceiptAnswer {
  const { certificate, verification } = exampleVerifyAnswer(baseUrl)
  const did = `did:web:${new URL(baseUrl).host.replace(':', '%3A')}`
  const kid = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
  return {
    success: true,
    receipt: {
      iss: did,
      jti: EXAMPLE_ID,
      iat: 1_795_183_652,
      serial: certificate.serial,
      overall_status: 'verified',
      verified_at: verification.verified_at,
      certificate_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      artifacts: [{ type: 'vc+jwt', sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' }],
      issuer_did: `${did}:issuers:1f0c2a52-6f0e-4c58-9d3a-4f1f6b7b2c11`,
      issuer_key: `${did}:issuers:1f0c2a52-6f0e-4c58-9d3a-4f1f6b7b2c11#key-1`,
      reference: 'Case 2026/118',
      log: {
        origin: `${new URL(baseUrl).host}/log`,
        tree_size: 5190,
        root_hash: '04118d37b7fe4d36964b3f8f088dbc9f5ff8e5e2b1f6b3a1ae25f15b2d3e6f70',
        leaf_hashes: ['5f1d7b3c1f4f6a0c8d0b0e7a2b6c3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c'],
      },
    },
    certificate,
    receipt_jwt: EXAMPLE_JWT,
    verification_key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      kid,
      alg: 'ES256',
      use: 'sig',
    },
    log_proofs: exampleLogProofs(baseUrl).log_proofs,
    how_to_verify: 'Keep the key set of the service with the receipt …',
  }
}

/** A whole answer for a receipt that was given before. */
export function exampleStoredReceipt(): StoredReceiptAnswer {
  const { verified_at: verifiedAt } = exampleVerifyAnswer('https://certificates.example').verification
  return { success: true, receipt_jwt: EXAMPLE_JWT, overall_status_then: 'verified', verified_at: verifiedAt }
}

/** A receipt of a certificate that was withdrawn since. */
export function exampleReceiptValidation(baseUrl: string): ReceiptValidationAnswer {
  const { receipt: claims, certificate } = exampleReceiptAnswer(baseUrl)
  const { serial, overall_status, verified_at, certificate_sha256 } = claims
  return {
    success: true,
    receipt: {
      valid: true,
      kind: 'verification_receipt',
      claims,
      then: [{ serial, overall_status, verified_at, certificate_sha256 }],
      now: [
        {
          serial,
          overall_status: 'withdrawn',
          verified_at: '2026-12-01T09:30:12.204Z',
          replacement_serial: null,
          verification_url: certificate.verification_url,
        },
      ],
      errors: [],
    },
  }
}

/** A receipt that was changed. */
export function exampleRefusedReceipt(): ReceiptValidationAnswer {
  const message = 'Its signature is not valid: it was changed, or was never issued.'
  return {
    success: false,
    error: message,
    receipt: {
      valid: false,
      kind: null,
      claims: null,
      then: [],
      now: [],
      errors: [{ code: 'signature_invalid', message }],
    },
  }
}

/** A receipt's id that the documentation speaks of. */
export const EXAMPLE_RECEIPT_ID = EXAMPLE_ID
