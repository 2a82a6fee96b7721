import type { ActiveContext, ContextResolver, ProcessedContext, ResolvedContext } from 'jsonld'
import type { JsonLdContexts } from './contexts'
import { JsonLdError } from './json-ld-error'

/**
 * Resolves contexts for jsonld out of a fixed set, and keeps what processing them gives from one document to the next.
 * In place of jsonld's own resolver for three reasons: that one's cache is shared by everything in the process, so two
 * loaders could answer for each other; it holds fewer entries than one Open Badge has scoped contexts; and every typed
 * node copies all term definitions deeply, which is three quarters of the time of a signature.
 */
export class BundledContextResolver implements ContextResolver {
  readonly #contexts: JsonLdContexts
  /** By identity: scoped contexts stay the objects that they are in the bundle, those of a document go with it. */
  readonly #resolved = new WeakMap<object, ResolvedContext>()

  /** @param contexts the only contexts that can be named by a URL */
  constructor(contexts: JsonLdContexts) {
    this.#contexts = contexts
  }

  /**
   * @param request `context` is the value of an `@context`: a URL, an object, null or an array of these
   * @throws JsonLdError when a URL is not bundled
   */
  async resolve(request: { context: unknown }): Promise<ResolvedContext[]> {
    return this.#resolveAll(request.context, [])
  }

  #resolveAll(context: unknown, within: string[]): ResolvedContext[] {
    if (Array.isArray(context)) return context.flatMap((one) => this.#resolveAll(one, within))
    if (typeof context === 'string') return this.#resolveUrl(context, within)
    if (typeof context !== 'object') throw new JsonLdError('an @context is neither a URL nor an object')
    if (context === null) return [new RememberedContext(null)]
    if ('@context' in context) return this.#resolveAll(context['@context'], within)
    const resolved = this.#resolved.get(context) ?? new RememberedContext(context)
    this.#resolved.set(context, resolved)
    return [resolved]
  }

  #resolveUrl(url: string, within: string[]): ResolvedContext[] {
    const document = this.#contexts.get(url)
    if (document === undefined) throw new JsonLdError(`the context ${url} is not bundled`)
    if (within.includes(url)) throw new JsonLdError(`the context ${url} includes itself`)
    return this.#resolveAll('@context' in document ? document['@context'] : {}, [...within, url])
  }
}

class RememberedContext implements ResolvedContext {
  readonly #processed = new WeakMap<ActiveContext, ProcessedContext>()

  constructor(readonly document: object | null) {}

  getProcessed(activeContext: ActiveContext): ProcessedContext | undefined {
    return this.#processed.get(activeContext)
  }

  setProcessed(activeContext: ActiveContext, processed: ProcessedContext): void {
    processed.context.clone = sharingClone(processed.context.clone)
    this.#processed.set(activeContext, processed)
  }
}

const SHARING_CLONES = new WeakSet<ActiveContext['clone']>()

/** A clone that shares the term definitions, which jsonld replaces and never changes once a context is processed. */
function sharingClone(deepClone: ActiveContext['clone']): ActiveContext['clone'] {
  if (SHARING_CLONES.has(deepClone)) return deepClone
  const clone = function (this: ActiveContext): ActiveContext {
    const { mappings, protected: protectedTerms, previousContext, ...rest } = this
    const copy = deepClone.call({ ...rest, mappings: new Map<string, object>(), protected: {} })
    copy.mappings = new Map(mappings)
    copy.protected = { ...protectedTerms }
    if (previousContext) copy.previousContext = previousContext.clone()
    return copy
  }
  SHARING_CLONES.add(clone)
  return clone
}
