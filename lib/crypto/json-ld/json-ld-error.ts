/** A document that is not JSON-LD in known contexts, or says something that its RDF would lose. */
export class JsonLdError extends Error {
  override name = 'JsonLdError'
}
