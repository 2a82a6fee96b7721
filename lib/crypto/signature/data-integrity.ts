import type { KeyObject } from 'node:crypto'
import { decodeBase58btc, encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { sha256 } from '@/lib/crypto/encoding/sha256'
import { BUNDLED_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer, type JsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { JsonLdError } from '@/lib/crypto/json-ld/json-ld-error'
import { verifySignature } from './public-key'
import type { ProofOptions, Signer } from './signer'

/** One Data Integrity proof, its members in the order in which they are written. */
interface DataIntegrityProof extends ProofOptions {
  /** The signature in base58btc, with the multibase prefix `z`. */
  proofValue: string
}

/** A JSON-LD document with its `@context`. */
export type JsonLdDocument = { '@context': unknown } & Record<string, unknown>

const PROOF_MEMBERS = ['created', 'cryptosuite', 'proofPurpose', 'proofValue', 'type', 'verificationMethod']
const canonizeBundled = jsonLdCanonizer(BUNDLED_CONTEXTS)

/**
 * Signs a JSON-LD document with Data Integrity, cryptosuite eddsa-rdfc-2022 (vc-di-eddsa section 3.2.1).
 * @param document without a proof, in bundled contexts only
 * @param options `signer` holds the Ed25519 key that `verificationMethod` (a DID URL) names; `created` is an
 *   XML Schema dateTime with a time zone
 * @param canonize replaced only to sign in other contexts
 * @returns the document with `proof`, an array of the one proof
 * @throws TypeError when the document has a proof or the signer another algorithm; JsonLdError as `jsonLdCanonizer`
 */
export async function addDataIntegrityProof<T extends JsonLdDocument>(
  document: T,
  options: { signer: Signer; verificationMethod: string; created: string; proofPurpose?: 'assertionMethod' },
  canonize: JsonLdCanonizer = canonizeBundled,
): Promise<T & { proof: [DataIntegrityProof] }> {
  if (Object.hasOwn(document, 'proof')) throw new TypeError('the document has a proof already')
  if (options.signer.algorithm !== 'EdDSA') throw new TypeError('eddsa-rdfc-2022 needs an Ed25519 key')
  const proof: ProofOptions = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: options.created,
    verificationMethod: options.verificationMethod,
    proofPurpose: options.proofPurpose ?? 'assertionMethod',
  }
  const { signer } = options
  const signature = signer.prove
    ? await signer.prove(document, proof)
    : await signer.sign(await proofHash(document, proof, canonize))
  return { ...document, proof: [{ ...proof, proofValue: `z${encodeBase58btc(signature)}` }] }
}

/**
 * Checks the proof of a document that `addDataIntegrityProof` made (vc-di-eddsa section 3.2.2). Not for documents of
 * others: the signature covers the RDF, and RDF alone does not bind how the JSON is spelled.
 * @param document must hold exactly one proof, in an array, with the members that are written here and no other
 * @param publicKey the Ed25519 key, chosen by the caller
 * @param canonize replaced only to verify in other contexts
 * @returns false when the proof has another form, the signature does not hold or the document is not JSON-LD in bundled
 *   contexts
 */
export async function verifyDataIntegrityProof(
  document: object,
  publicKey: KeyObject,
  canonize: JsonLdCanonizer = canonizeBundled,
): Promise<boolean> {
  const { proof, ...unsecured } = document as Record<string, unknown>
  if (!Array.isArray(proof) || proof.length !== 1 || !isProof(proof[0])) return false
  const { proofValue, ...options } = proof[0]
  const signature = proofValue.startsWith('z') ? decodeBase58btc(proofValue.slice(1)) : null
  if (signature === null) return false
  try {
    return verifySignature(publicKey, 'EdDSA', await proofHash(unsecured, options, canonize), signature)
  } catch (error) {
    if (error instanceof JsonLdError) return false
    throw error
  }
}

/** The bytes that are signed (vc-di-eddsa sections 3.2.3 to 3.2.5): hash of the proof options, then of the document. */
export async function proofHash(
  document: Record<string, unknown>,
  proof: ProofOptions,
  canonize: JsonLdCanonizer = canonizeBundled,
): Promise<Buffer> {
  const proofConfig = await canonize({ '@context': document['@context'], ...proof })
  return Buffer.concat([sha256(proofConfig), sha256(await canonize(document))])
}

function isProof(value: unknown): value is DataIntegrityProof {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.entries(value)
  if (
    members
      .map(([name]) => name)
      .sort()
      .join() !== PROOF_MEMBERS.join()
  )
    return false
  const proof = Object.fromEntries<unknown>(members)
  return (
    members.every(([, member]) => typeof member === 'string') &&
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    proof.proofPurpose === 'assertionMethod'
  )
}
