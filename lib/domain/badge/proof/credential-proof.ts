import type { KeyKind } from '@/lib/crypto/signature/verification-key'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { parseDateTime } from '@/lib/domain/badge/read/parse-date-time'

/** A way to secure a credential with an embedded proof, and its parts. */
interface ProofSuite {
  name: 'eddsa-rdfc-2022' | 'ecdsa-rdfc-2019' | 'ecdsa-sd-2023' | 'Ed25519Signature2020'
  keys: readonly KeyKind[]
  /** Multibase prefix of its proof values: base58btc, or base64url for the one that allows no other. */
  multibase: 'z' | 'u'
}

/** One embedded proof that has the form of its suite. */
export interface CredentialProof {
  suite: ProofSuite
  verificationMethod: unknown
  proofValue: string
  /** Every member but the proof value: what is canonized. */
  options: Record<string, unknown>
  /** Milliseconds since 1970. */
  expires: number | null
}

const SUITES: readonly ProofSuite[] = [
  { name: 'eddsa-rdfc-2022', keys: ['Ed25519'], multibase: 'z' },
  { name: 'ecdsa-rdfc-2019', keys: ['P-256', 'P-384'], multibase: 'z' },
  { name: 'ecdsa-sd-2023', keys: ['P-256'], multibase: 'u' },
]
const ED25519_2020: ProofSuite = { name: 'Ed25519Signature2020', keys: ['Ed25519'], multibase: 'z' }

/** Members that are read here or say nothing that is relied on. With any other, RDF could say what JSON hides. */
const TEXT_MEMBERS = ['id', 'type', 'cryptosuite', 'created', 'expires', 'verificationMethod', 'proofPurpose', 'nonce']
const OTHER_MEMBERS = ['domain', 'challenge', 'proofValue', '@context']

/**
 * Reads one member of `proof` (Data Integrity 1.0 section 2.1).
 * @param value the proof as it stands
 * @param context `@context` of the credential: a proof with another one of its own is refused
 * @param path JSON path of the proof
 * @returns the proof, or what is wrong with it
 */
export function readCredentialProof(value: unknown, context: unknown, path: string): CredentialProof | BadgeFinding {
  const refuse = (code: BadgeErrorCode, detail: string | null = null) => makeFinding(code, path, detail)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('proof_error', 'not an object')
  const { proofValue, ...options } = value as Record<string, unknown>
  const suite = suiteOf(options)
  if (!suite) return refuse('proof_unsupported', nameOf(options))
  if (Object.hasOwn(options, 'previousProof')) return refuse('proof_unsupported', 'a chain of proofs')
  const fault = faultOf(options, context)
  if (fault !== null) return refuse('proof_error', fault)
  const expires = options.expires === undefined ? null : parseDateTime(options.expires)
  if (expires === undefined) return refuse('proof_error', 'expires is no date with a time zone')
  if (typeof proofValue !== 'string' || !proofValue.startsWith(suite.multibase)) {
    return refuse('proof_error', `proofValue does not start with ${suite.multibase}`)
  }
  return { suite, verificationMethod: options.verificationMethod, proofValue, options, expires }
}

function suiteOf({ type, cryptosuite }: Record<string, unknown>): ProofSuite | undefined {
  if (type === 'Ed25519Signature2020' && cryptosuite === undefined) return ED25519_2020
  return type === 'DataIntegrityProof' ? SUITES.find(({ name }) => name === cryptosuite) : undefined
}

function nameOf({ type, cryptosuite }: Record<string, unknown>): string {
  return [type, cryptosuite].filter((name) => typeof name === 'string').join(' ') || 'no type'
}

function faultOf(options: Record<string, unknown>, context: unknown): string | null {
  for (const [name, member] of Object.entries(options)) {
    if (OTHER_MEMBERS.includes(name)) continue
    if (!TEXT_MEMBERS.includes(name)) return `a member that is not known: ${name}`
    if (name !== 'verificationMethod' && typeof member !== 'string') return `${name} is not a text`
  }
  if (options.proofPurpose !== 'assertionMethod') return 'proofPurpose is not assertionMethod'
  if (options.created !== undefined && parseDateTime(options.created) === undefined) {
    return 'created is no date with a time zone'
  }
  const own = options['@context']
  if (own !== undefined && JSON.stringify(own) !== JSON.stringify(context)) return 'the proof has another @context'
  return null
}
