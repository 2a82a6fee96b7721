import type { ReceiptAnswer } from '@/lib/contract/receipt'
import { env } from '@/lib/env'
import type { GivenReceipt } from './give-receipt'

/** The `json` form of a receipt, which its PDF carries too. */
export function presentReceipt({ claims, certificate, receiptJwt, key }: GivenReceipt): ReceiptAnswer {
  return {
    success: true,
    receipt: claims,
    certificate,
    receipt_jwt: receiptJwt,
    verification_key: key,
    how_to_verify: howToVerify(env().BASE_URL),
  }
}

/** Where the keys are that receipts verify with. */
export function keySetUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/jwks.json`
}

function howToVerify(baseUrl: string): string {
  return (
    `Keep the key set ${keySetUrl(baseUrl)} together with this receipt. Later, without the service: check that ` +
    'receipt_jwt is a JSON Web Signature (ES256, typ verification-receipt+jwt) by the key of that set whose thumbprint ' +
    '(RFC 7638) is its kid, and that the SHA-256 of the canonical JSON (RFC 8785) of certificate is its ' +
    'certificate_sha256. The receipt tells what the check came to at verified_at and says nothing about today: for ' +
    'that, verify the serial again.'
  )
}
