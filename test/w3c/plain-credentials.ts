import { readFileSync } from 'node:fs'
import { boundedCanonizer } from '@/lib/crypto/json-ld/bounded-canonizer'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { JsonLdError } from '@/lib/crypto/json-ld/json-ld-error'
import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { BadgeFinding } from '@/lib/domain/badge/finding'
import { checkCredentialSignatures } from '@/lib/domain/badge/proof/check-credential-signatures'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { countStatements } from '@/lib/domain/badge/statement-counts'
import { findForeignContexts } from '@/lib/domain/badge/structure/check-context'
import { checkDates } from '@/lib/domain/badge/structure/check-dates'
import { checkResources } from '@/lib/domain/badge/structure/check-resources'
import { checkVcSchema } from '@/lib/domain/badge/structure/check-vc-schema'
import { CREDENTIALS_V2 } from '@/lib/domain/badge/structure/data-model'
import { findUncompacted } from '@/lib/domain/badge/structure/find-uncompacted'
import { networkOf } from '@/test/badges/badge-documents'
import { signJsonLd, TEST_DID, TEST_DID_ADDRESS, testDidDocument } from '@/test/badges/signed-badge'

export type Json = Record<string, unknown>

export interface PlainRules {
  inline?: boolean
}

/** A context that only W3C's inputs use. */
const EXAMPLES = 'https://www.w3.org/ns/credentials/examples/v2'
const EXAMPLES_FILE = new URL('../data/vectors/vc-di-eddsa/credentials-examples-v2.json', import.meta.url)
const contexts = new Map([
  ...BADGE_CONTEXTS,
  [EXAMPLES, JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as object] as const,
])
const bounded = boundedCanonizer(contexts, { maxQuads: 1000, maxBlankNodes: 200 })

/** As the service canonizes, with the context of W3C's examples. */
export const canonizeExamples: UntrustedCanonizer = async (document, options) => {
  try {
    return { kind: 'canonized', nquads: await bounded(document, options?.digest) }
  } catch (error) {
    if (error instanceof JsonLdError) return { kind: 'refused', detail: error.message }
    throw error
  }
}

/**
 * What is asked of any verifiable credential, by the checks of the service, without those that are about badges.
 * @param rules `inline`: contexts that a credential defines itself are let through, which the service never does
 */
export async function faultsOf(credential: Json, { inline = false }: PlainRules = {}): Promise<string[]> {
  const canonized = await canonizeExamples(withoutProof(credential))
  const isIdentified = credential.id !== undefined
  const findings: BadgeFinding[] = [
    ...findForeignContexts(credential).filter(
      ({ code, detail }) => detail !== EXAMPLES && !(inline && code === 'context_inline'),
    ),
    ...findUncompacted(credential),
    ...checkVcSchema(credential).errors,
    ...checkResources(credential, false).errors,
    ...checkDates({ container: 'none', format: 'jsonld', credential, jws: null }, null, Date.now()).check.errors,
    ...(canonized.kind === 'canonized' && isIdentified
      ? countStatements(withoutProof(credential), canonized.nquads)
      : []),
  ]
  const codes: string[] = findings.map(({ code }) => code)
  if (asArray(credential['@context'])[0] !== CREDENTIALS_V2) codes.push('context_order')
  if (!asArray(credential.type).includes('VerifiableCredential')) codes.push('not_a_verifiable_credential')
  if (canonized.kind === 'refused') codes.push('jsonld_unsafe')
  // An issuer may write a credential that begins later, or is about one that has ended.
  return [...new Set(codes)].filter((code) => code !== 'expired' && code !== 'not_yet_valid')
}

/** Issues what W3C's suites hand to an issuer: refused with the faults, or signed by our issuer code. */
export async function issuePlain(
  input: Json,
  rules: PlainRules = {},
): Promise<{ faults: string[]; credential: Json | null }> {
  const faults = await faultsOf(input, rules)
  if (faults.length > 0) return { faults, credential: null }
  return { faults, credential: await signJsonLd(input as { '@context': unknown } & Json, undefined, bounded) }
}

/** What is wrong with a credential that was issued here, by our verifier. */
export async function verifyPlain(credential: Json, rules: PlainRules = {}): Promise<string[]> {
  const badge = { container: 'none', format: 'jsonld', credential, jws: null } as const
  const network = networkOf({ [TEST_DID_ADDRESS]: testDidDocument() })
  const sources = { network, now: Date.now(), ownDocument: () => Promise.resolve(null) }
  const { issuer, proof } = await checkCredentialSignatures(badge, sources, canonizeExamples, true)
  return [
    ...(await faultsOf(credential, rules)),
    ...[issuer, proof].flatMap(({ errors }) => errors.map(({ code }) => code)),
  ]
}

/** The issuer that W3C's suites put in where an input names none. */
export const PLAIN_ISSUER = TEST_DID

function withoutProof({ proof: _, ...rest }: Json): Json {
  return rest
}
