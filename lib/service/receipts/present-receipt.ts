import type { ReceiptAnswer } from '@/lib/contract/check/receipt'
import { env } from '@/lib/env'
import type { GivenReceipt } from './give-receipt'

/** The `json` form of a receipt, which its PDF carries too. */
export function presentReceipt(
  { claims, certificate, receiptJwt, key }: GivenReceipt,
  logProofs: ReceiptAnswer['log_proofs'],
): ReceiptAnswer {
  return {
    success: true,
    receipt: claims,
    certificate,
    receipt_jwt: receiptJwt,
    verification_key: key,
    log_proofs: logProofs,
    how_to_verify: howToVerify(env().BASE_URL),
  }
}

/** Where the keys are that receipts verify with. */
export function keySetUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/jwks.json`
}

/** The page that reads receipts and says how their certificates stand now. */
export function receiptsUrl(baseUrl: string): string {
  return `${baseUrl}/receipts`
}

function howToVerify(baseUrl: string): string {
  return (
    `Give this receipt to ${receiptsUrl(baseUrl)}. To be able to do it without the service, keep the key set ` +
    `${keySetUrl(baseUrl)} together with it: then check that receipt_jwt is a JSON Web Signature (ES256, typ ` +
    'verification-receipt+jwt) by the key of that set whose thumbprint (RFC 7638) is its kid, and that the SHA-256 of ' +
    'the canonical JSON (RFC 8785) of certificate is its certificate_sha256. jose and every other JOSE library check ' +
    'such a signature, and openssl too, once its 64 bytes, r and then s, stand in DER. In a checkout of this software: ' +
    'npx --no certs receipt check receipt.json --keys jwks.json; with --policy and the key of the public log, which you ' +
    'keep too, it also proves from log_proofs that the log had the certificate. The receipt tells what the check came to at ' +
    'verified_at and says nothing about today: for that, verify the serial again.'
  )
}
