import type { ReceiptKey } from '@/lib/contract/check/receipt'
import type { Signer } from '@/lib/crypto/signature/signer'
import { servingSigner } from '@/lib/service/keys/service-signer'

/**
 * The service's key that signs receipts, with its public half as a receipt carries it.
 * @throws ServiceError `unavailable` when the key cannot be determined
 */
export async function receiptSigner(): Promise<{ signer: Signer; key: ReceiptKey }> {
  const { signer, publicJwk } = await servingSigner()
  if (publicJwk.kty !== 'EC') throw new Error('the service signs with another kind of key than it should')
  return { signer, key: { ...publicJwk, kid: signer.keyId, alg: 'ES256', use: 'sig' } }
}
