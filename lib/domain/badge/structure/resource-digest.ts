import { decodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import bundledDigests from './bundled-digests.json'

type Algorithm = 'sha256' | 'sha384' | 'sha512'

/** One digest of a resource. */
interface ResourceDigest {
  algorithm: Algorithm
  bytes: Buffer
}

/** Several digests fit in; decoding takes time. */
const MOST_CHARACTERS = 1000
const LENGTHS: Record<Algorithm, number> = { sha256: 32, sha384: 48, sha512: 64 }
/** Multihash codes, each a varint of one byte, with the length after it. */
const CODES: ReadonlyMap<number | undefined, Algorithm> = new Map([
  [0x12, 'sha256'],
  [0x20, 'sha384'],
  [0x13, 'sha512'],
])
const BUNDLED: ReadonlyMap<unknown, Record<Algorithm, string[]>> = new Map(Object.entries(bundledDigests))

/**
 * Reads `digestSRI` (Subresource Integrity section 3.2): hashes apart by white space, of which the strongest count.
 * @returns null when it holds none that can be read
 */
export function readSriDigests(value: unknown): ResourceDigest[] | null {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return null
  const read = value.split(/[\t\n\f\r ]+/).flatMap((one) => readSri(one) ?? [])
  const strongest = (['sha512', 'sha384', 'sha256'] as const).find((name) => read.some((one) => one.algorithm === name))
  return strongest ? read.filter(({ algorithm }) => algorithm === strongest) : null
}

function readSri(text: string): ResourceDigest | null {
  const [, algorithm, base64] = /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\?.*)?$/.exec(text) ?? []
  return algorithm && base64 ? digestOf(algorithm as Algorithm, Buffer.from(base64, 'base64')) : null
}

/**
 * Reads `digestMultibase` (Controlled Identifiers 1.0 sections 2.4 and 2.5): a multihash of SHA-2 in base64url or base58btc.
 * @returns `unsupported` for another hash or base, null when it is no multihash
 */
export function readMultibaseDigest(value: unknown): ResourceDigest | 'unsupported' | null {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return null
  if (!/^[uz]/.test(value)) return /^[A-Za-z0-9]\S+$/.test(value) ? 'unsupported' : null
  const bytes = value.startsWith('u') ? decodeBase64url(value.slice(1)) : decodeBase58btc(value.slice(1))
  if (bytes === null || bytes.length < 3) return null
  const algorithm = CODES.get(bytes[0])
  if (!algorithm) return 'unsupported'
  return bytes[1] === LENGTHS[algorithm] ? digestOf(algorithm, bytes.subarray(2)) : null
}

function digestOf(algorithm: Algorithm, bytes: Buffer): ResourceDigest | null {
  return bytes.length === LENGTHS[algorithm] ? { algorithm, bytes } : null
}

/**
 * Compares a digest with what is bundled under an address.
 * @returns `unknown` where nothing is bundled there, or its publisher's own bytes are not at hand for this algorithm
 */
export function compareDigest(address: unknown, { algorithm, bytes }: ResourceDigest): 'same' | 'differs' | 'unknown' {
  const known = BUNDLED.get(address)?.[algorithm] ?? []
  if (known.length === 0) return 'unknown'
  return known.includes(bytes.toString('base64')) ? 'same' : 'differs'
}
