import jsonld from 'jsonld'
import { BundledContextResolver } from './bundled-context-resolver'
import type { JsonLdContexts } from './contexts'
import { JsonLdError } from './json-ld-error'

/** Gives the canonical N-Quads of a JSON-LD document, or rejects with JsonLdError. */
export type JsonLdCanonizer = (document: object) => Promise<string>

/**
 * Makes a function that expands JSON-LD in safe mode and canonizes its RDF (RDFC-1.0). Processed contexts are kept from
 * one call to the next, which is most of the work of the first: keep the function.
 * @param contexts the only contexts that it knows; it opens no connection
 * @returns a function that rejects with JsonLdError for an unknown context, or a member that no context defines
 */
export function jsonLdCanonizer(contexts: JsonLdContexts): JsonLdCanonizer {
  const contextResolver = new BundledContextResolver(contexts)
  return async (document) => {
    try {
      return await jsonld.canonize(document, {
        documentLoader: refuseToLoad,
        contextResolver,
        safe: true,
        rdfDirection: 'i18n-datatype',
        canonizeOptions: { algorithm: 'RDFC-1.0' },
      })
    } catch (error) {
      if (error instanceof Error && error.name.startsWith('jsonld.'))
        throw new JsonLdError(error.message, { cause: error })
      throw error
    }
  }
}

/** Contexts come from the resolver; nothing else of a document is ever loaded. */
async function refuseToLoad(url: string): Promise<never> {
  throw new JsonLdError(`${url} is not loaded`)
}
