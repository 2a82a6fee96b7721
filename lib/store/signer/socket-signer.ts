import type { KeyObject } from 'node:crypto'
import { signedBytesShape, type SigningKey } from '@/lib/contract/signer'
import { proofHash } from '@/lib/crypto/signature/data-integrity'
import { type SignatureAlgorithm, verifySignature } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import { askSigner, signerAway } from './signer-client'

/**
 * A Signer whose key the signer holds, behind the socket of this process. What the signer answers is checked before anybody
 * stores it: an event with a signature of another key is for good, and makes a genuine certificate look forged. A document is
 * hashed here once more for that.
 * @param publicKey of the row that names the key
 * @param name what signatures name the key by; its id where that is left out
 */
export function socketSigner(
  key: SigningKey,
  algorithm: SignatureAlgorithm,
  publicKey: KeyObject,
  name = key.keyId,
): Signer {
  const checked = (answer: string, bytes: Uint8Array) => {
    const signature = Buffer.from(answer, 'base64')
    if (verifySignature(publicKey, algorithm, bytes, signature)) return signature
    throw signerAway(new Error('the signer answered with no signature of the key that was asked for'))
  }
  return {
    keyId: name,
    algorithm,
    sign: async (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      return checked(await askSigner({ ask: 'sign', key, bytes: text }, signedBytesShape), bytes)
    },
    prove: async (document, proof) => {
      const answer = await askSigner({ ask: 'prove', key, document, proof }, signedBytesShape)
      return checked(answer, await proofHash(document, proof))
    },
  }
}
