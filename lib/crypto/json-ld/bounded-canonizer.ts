import jsonld, { type RdfQuad } from 'jsonld'
import { canonize } from 'rdf-canonize'
import { BundledContextResolver } from './bundled-context-resolver'
import type { JsonLdContexts } from './contexts'
import { describeJsonLdError } from './describe-json-ld-error'
import { JsonLdError } from './json-ld-error'

export interface CanonizeLimits {
  /** The most statements in the RDF of one document. */
  maxQuads: number
  maxBlankNodes: number
}

/** `digest`: the hash within RDFC-1.0; ecdsa-rdfc-2019 takes the one of the key's curve. */
type BoundedCanonizer = (document: object, digest?: 'sha256' | 'sha384') => Promise<string>

/** IRIs as N-Quads write them without escapes (RDF 1.1 N-Quads, IRIREF): one spelling, which can be searched for. */
const PLAIN_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\]*$/
const LANGUAGE = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/

/**
 * As `jsonLdCanonizer`, for documents of others: it looks at the RDF before it canonizes it. The work of canonizing is
 * bounded too (identical blank nodes are compared once each), but expanding is not: run it where it can be stopped.
 * @param contexts the only contexts that it knows
 * @returns a function that rejects with JsonLdError, whose message says what is wrong, for what is not JSON-LD in these
 *   contexts, for IRIs and languages that need escapes, and past the limits
 */
export function boundedCanonizer(contexts: JsonLdContexts, limits: CanonizeLimits): BoundedCanonizer {
  const contextResolver = new BundledContextResolver(contexts)
  return async (document, digest = 'sha256') => {
    try {
      const quads = await jsonld.toRDF(document, { ...RDF_OPTIONS, contextResolver })
      checkQuads(quads, limits)
      return await canonize(quads, { algorithm: 'RDFC-1.0', messageDigestAlgorithm: digest })
    } catch (error) {
      if (error instanceof JsonLdError) throw error
      throw new JsonLdError(describeJsonLdError(error), { cause: error })
    }
  }
}

/** A direction of writing is part of what is signed (JSON-LD 1.1 section 10.5, `i18n-datatype`), as W3C's suites have it. */
const RDF_OPTIONS = { documentLoader: refuseToLoad, safe: true, rdfDirection: 'i18n-datatype' } as const

async function refuseToLoad(url: string): Promise<never> {
  throw new JsonLdError(`${url} is not loaded`)
}

function checkQuads(quads: readonly RdfQuad[], limits: CanonizeLimits): void {
  if (quads.length > limits.maxQuads) throw new JsonLdError(`it makes more than ${limits.maxQuads} statements`)
  const blankNodes = new Set<string>()
  for (const { subject, predicate, object, graph } of quads) {
    for (const term of [subject, predicate, object, graph]) {
      if (term.termType === 'BlankNode') blankNodes.add(term.value)
      else if (term.termType === 'NamedNode') checkIri(term.value)
    }
    if (object.termType !== 'Literal') continue
    checkIri(object.datatype.value)
    if (object.language && !LANGUAGE.test(object.language)) throw new JsonLdError('a language is not well-formed')
  }
  if (blankNodes.size > limits.maxBlankNodes) {
    throw new JsonLdError(`it has more than ${limits.maxBlankNodes} nodes without an id`)
  }
}

function checkIri(iri: string): void {
  if (!PLAIN_IRI.test(iri)) throw new JsonLdError(`not a plain IRI: ${iri.slice(0, 100)}`)
}
