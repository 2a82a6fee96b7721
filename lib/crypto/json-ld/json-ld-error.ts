/** A document that is not JSON-LD in known contexts, or that says something its RDF would lose. */
export class JsonLdError extends Error {
  override name = 'JsonLdError'
}
