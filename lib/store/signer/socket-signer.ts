import { signedBytesShape, type SigningKey } from '@/lib/contract/signer'
import type { SignatureAlgorithm } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import { askSigner } from './signer-client'

/**
 * A Signer whose key the signer holds, behind the socket of this process.
 * @param name what signatures name the key by; its id where that is left out
 */
export function socketSigner(key: SigningKey, algorithm: SignatureAlgorithm, name = key.keyId): Signer {
  const signature = async (answer: Promise<string>) => Buffer.from(await answer, 'base64')
  return {
    keyId: name,
    algorithm,
    sign: (bytes) =>
      signature(askSigner({ ask: 'sign', key, bytes: Buffer.from(bytes).toString('base64') }, signedBytesShape)),
    prove: (document, proof) => signature(askSigner({ ask: 'prove', key, document, proof }, signedBytesShape)),
  }
}
