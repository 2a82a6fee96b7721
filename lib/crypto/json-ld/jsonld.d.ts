/** Types for the parts of jsonld 9 and rdf-canonize 5 that are used here; both ship none. */
declare module 'jsonld' {
  /** The terms that are in force at one place of a document. */
  export interface ActiveContext {
    mappings: Map<string, object>
    protected: Record<string, boolean>
    previousContext?: ActiveContext
    clone(this: ActiveContext): ActiveContext
    revertToPreviousContext(this: ActiveContext): ActiveContext
  }

  /** The outcome of processing one context on top of an active context. */
  export interface ProcessedContext {
    context: ActiveContext
    events: unknown[]
  }

  /** One context, and what it gives on top of each active context that it was processed on. */
  export interface ResolvedContext {
    readonly document: unknown
    getProcessed(activeContext: ActiveContext): ProcessedContext | undefined
    setProcessed(activeContext: ActiveContext, processed: ProcessedContext): void
  }

  export interface ContextResolver {
    resolve(request: { context: unknown }): Promise<ResolvedContext[]>
  }

  export interface CanonizeOptions {
    documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    contextResolver?: ContextResolver
    safe: boolean
    /** How `@direction` is written in RDF; without it safe mode refuses it. */
    rdfDirection?: 'i18n-datatype'
    canonizeOptions?: { algorithm: 'RDFC-1.0' }
  }

  /** One term of an RDF statement (RDF/JS). */
  export type RdfTerm =
    | { termType: 'NamedNode' | 'BlankNode' | 'DefaultGraph'; value: string }
    | { termType: 'Literal'; value: string; language?: string; datatype: { value: string } }

  export interface RdfQuad {
    subject: RdfTerm
    predicate: RdfTerm
    object: RdfTerm
    graph: RdfTerm
  }

  const jsonld: {
    /** Canonical N-Quads of a JSON-LD document. Rejects with an error whose name begins with `jsonld.`. */
    canonize(input: object, options: CanonizeOptions): Promise<string>
    /** N-Quads in no particular order with a format, else an RDF dataset. */
    toRDF(input: object, options: CanonizeOptions & { format: 'application/n-quads' }): Promise<unknown>
    toRDF(input: object, options: CanonizeOptions): Promise<RdfQuad[]>
  }
  export default jsonld
}

declare module 'rdf-canonize' {
  import type { RdfQuad } from 'jsonld'
  export function canonize(
    input: readonly RdfQuad[],
    options: { algorithm: 'RDFC-1.0'; messageDigestAlgorithm?: 'sha256' | 'sha384' },
  ): Promise<string>
  export function canonize(
    input: string,
    options: { algorithm: 'RDFC-1.0'; inputFormat: 'application/n-quads' },
  ): Promise<string>
}
