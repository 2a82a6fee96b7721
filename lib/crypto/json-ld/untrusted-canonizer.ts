/** The result of canonizing a document of unknown origin. */
export type CanonizeResult =
  | { kind: 'canonized'; nquads: string }
  /** It is not JSON-LD in bundled contexts, says something that its RDF would lose, or asks for too much work. */
  | { kind: 'refused'; detail: string }
  /** It could not be tried, through no fault of the document: nothing is known about it. */
  | { kind: 'unavailable'; reason: string }

/**
 * Gives the canonical N-Quads (RDFC-1.0, safe mode, bundled contexts only) of a JSON-LD document that may be an attack.
 * Never rejects.
 */
export type UntrustedCanonizer = (document: object, options?: CanonizeOptions) => Promise<CanonizeResult>

/** `digest`: the hash within RDFC-1.0, which decides the order of blank nodes; SHA-256 when left out. */
export interface CanonizeOptions {
  digest?: 'sha256' | 'sha384'
}
