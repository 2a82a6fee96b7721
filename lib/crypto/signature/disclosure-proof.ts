import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { readCbor } from './read-cbor'

/** The parts of a derived ecdsa-sd-2023 proof (vc-di-ecdsa section 3.4.6, parseDerivedProofValue). */
interface DisclosureProof {
  baseSignature: Buffer
  /** The key of this proof alone, as the base signature covers it: multicodec prefix and compressed point of P-256. */
  publicKey: Buffer
  /** One for each statement that the issuer left to the holder to disclose. */
  signatures: Buffer[]
  /** From the labels of blank nodes after canonizing to those that were signed. */
  labels: ReadonlyMap<string, string>
  /** Positions of the statements that the issuer made mandatory. */
  mandatoryIndexes: ReadonlySet<number>
}

const HEADER = Buffer.from([0xd9, 0x5d, 0x01])
const SIGNATURE_BYTES = 64
const KEY_BYTES = 35
const LABEL_BYTES = 32

/**
 * Reads a derived ecdsa-sd-2023 proof value.
 * @param proofValue multibase base64url: `u2V0B…`
 * @returns null when it is not of this form, such as a base proof, which only its holder should have
 */
export function readDisclosureProof(proofValue: string): DisclosureProof | null {
  const bytes = proofValue.startsWith('u') ? decodeBase64url(proofValue.slice(1)) : null
  if (!bytes?.subarray(0, HEADER.length).equals(HEADER)) return null
  const parts = readCbor(bytes.subarray(HEADER.length))
  if (!Array.isArray(parts) || parts.length !== 5) return null
  const [baseSignature, publicKey, signatures, labelMap, indexes] = parts
  if (!isBytes(baseSignature, SIGNATURE_BYTES) || !isBytes(publicKey, KEY_BYTES)) return null
  if (!Array.isArray(signatures) || !signatures.every((one) => isBytes(one, SIGNATURE_BYTES))) return null
  const labels = readLabels(labelMap)
  if (labels === null || !Array.isArray(indexes) || !indexes.every((index) => typeof index === 'number')) return null
  return { baseSignature, publicKey, signatures, labels, mandatoryIndexes: new Set(indexes) }
}

function isBytes(value: unknown, length: number): value is Buffer {
  return Buffer.isBuffer(value) && value.length === length
}

function readLabels(labelMap: unknown): Map<string, string> | null {
  if (!(labelMap instanceof Map)) return null
  const labels = new Map<string, string>()
  for (const [index, label] of labelMap as Map<unknown, unknown>) {
    if (typeof index !== 'number' || !isBytes(label, LABEL_BYTES)) return null
    labels.set(`c14n${index}`, `u${encodeBase64url(label)}`)
  }
  return labels
}
