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
  /** What a type's own context gives, which jsonld processes on a new clone of the active context each time. */
  readonly #processedForType = new WeakMap<ActiveContext, ProcessedContext>()

  constructor(readonly document: object | null) {}

  getProcessed(activeContext: ActiveContext): ProcessedContext | undefined {
    return this.#kept(activeContext).get(contextBefore(activeContext))
  }

  setProcessed(activeContext: ActiveContext, processed: ProcessedContext): void {
    shareTerms(processed.context)
    this.#kept(activeContext).set(contextBefore(activeContext), processed)
  }

  #kept(activeContext: ActiveContext): WeakMap<ActiveContext, ProcessedContext> {
    return contextBefore(activeContext) === activeContext ? this.#processed : this.#processedForType
  }
}

const CLONED_FROM = new WeakMap<ActiveContext, ActiveContext>()

/**
 * The context that an active context stands for: itself, or what it was cloned from to enter a type's own context. Such a clone
 * differs from that one in nothing but its way back; one that got terms of its own has another way back than what it was cloned from.
 */
function contextBefore(activeContext: ActiveContext): ActiveContext {
  const { previousContext } = activeContext
  return previousContext && CLONED_FROM.get(activeContext) === previousContext ? previousContext : activeContext
}

const SHARING_CLONES = new WeakSet<ActiveContext['clone']>()

/** Makes a context that is done share its terms, and itself, with what comes after it: jsonld changes no such context. */
function shareTerms(context: ActiveContext): void {
  if (SHARING_CLONES.has(context.clone)) return
  const deepClone = context.clone
  const clone = function (this: ActiveContext): ActiveContext {
    const copy = deepClone.call({ ...this, mappings: new Map(), protected: {}, previousContext: undefined })
    if (this.previousContext) copy.previousContext = this.previousContext
    CLONED_FROM.set(copy, this)
    copyWhenAsked(copy, 'mappings', () => new Map(this.mappings))
    copyWhenAsked(copy, 'protected', () => ({ ...this.protected }))
    return copy
  }
  SHARING_CLONES.add(clone)
  context.clone = clone
  context.revertToPreviousContext = revertToPreviousContext
}

/** In place of jsonld's, which clones the context that it goes back to: what was processed on it once would be forgotten. */
function revertToPreviousContext(this: ActiveContext): ActiveContext {
  return this.previousContext ?? this
}

/** Most clones are given up unread. */
function copyWhenAsked<Name extends 'mappings' | 'protected'>(
  context: ActiveContext,
  name: Name,
  copy: () => ActiveContext[Name],
): void {
  Object.defineProperty(context, name, {
    configurable: true,
    get: () => {
      const value = copy()
      Object.defineProperty(context, name, { value, enumerable: true, writable: true, configurable: true })
      return value
    },
  })
}
