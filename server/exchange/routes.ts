import { sep } from 'node:path'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { refuse } from '@/server/connection/refuse'
import { routeFiles } from './route-files'
import { isOfPrograms, isServed } from './route-role'

/** What a route module exports: handlers by method name. */
type RouteModule = Record<string, unknown>

/** More than any route has. */
const MOST_SEGMENTS = 16

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * A proxy that sends a question to the wrong process must not have it say 404, which means that nobody has this serial,
 * this list or this certificate.
 */
const ELSEWHERE: RouteModule = Object.fromEntries(
  METHODS.map((method) => [
    method,
    () => Promise.resolve(refuse('unavailable', 'This address is answered by another process of the service.')),
  ]),
)

/** One path with the handlers behind it, whose module is loaded when it is first asked for. */
export class Route {
  /** Whether it answers what no other does. */
  readonly isRest: boolean
  #handlers: ReadonlyMap<string, RouteHandler> | undefined

  /**
   * @param pattern as in `/verify/:serial`; `/:rest+` for whatever no other answers
   * @param module the route module, or how it is loaded
   */
  constructor(
    readonly pattern: string,
    private readonly module: RouteModule | (() => Promise<RouteModule>),
  ) {
    this.isRest = pattern.endsWith('+')
    if (typeof module !== 'function') this.#handlers = handlersOf(module)
  }

  get isLoaded(): boolean {
    return this.#handlers !== undefined
  }

  /**
   * By method, as the route module exports them; GET answers HEAD too.
   * @throws Error before `load`
   */
  get handlers(): ReadonlyMap<string, RouteHandler> {
    if (!this.#handlers) throw new Error(`the route ${this.pattern} is not loaded`)
    return this.#handlers
  }

  /** The value of `allow`. */
  get allow(): string {
    return [...this.handlers.keys()].join(', ')
  }

  /** @throws Error when the module cannot be loaded */
  async load(): Promise<this> {
    if (typeof this.module === 'function') this.#handlers ??= handlersOf(await this.module())
    return this
  }
}

/** What was found for a path. */
export interface RouteMatch {
  route: Route
  params: Record<string, string | string[]>
}

/**
 * One row for each `route.ts` under `app`, by Next's own naming rule: `[serial]` is a parameter, `[...rest]` one for all
 * that follows, `(group)` is no part of the path. Of the desk's pages other processes have none; whatever programs ask
 * for, and all of the public side, says in other processes that it is elsewhere, and its modules are not loaded.
 */
export function allRoutes(): Route[] {
  return routeFiles().flatMap(({ folder, load }) => {
    if (isServed(folder, env().ROLES)) return new Route(patternOf(folder), load)
    return isServed(folder, ['public']) || isOfPrograms(folder) ? new Route(patternOf(folder), ELSEWHERE) : []
  })
}

/** As `allRoutes`, each of them loaded. */
export function loadRoutes(): Promise<Route[]> {
  return Promise.all(allRoutes().map((route) => route.load()))
}

/** `api/(public)/verify/[serial]` → `/api/verify/:serial`. */
export function patternOf(folder: string): string {
  const segments = folder.split(sep).filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment))
  return `/${segments.map((one) => one.replace(/^\[(\w+)\]$/, ':$1').replace(/^\[{1,2}\.{3}(\w+)\]{1,2}$/, ':$1+')).join('/')}`
}

function handlersOf(module: RouteModule): ReadonlyMap<string, RouteHandler> {
  const handlers = new Map<string, RouteHandler>()
  for (const method of METHODS) {
    const handler = module[method]
    if (typeof handler === 'function') handlers.set(method, handler as RouteHandler)
  }
  const get = handlers.get('GET')
  if (get && !handlers.has('HEAD')) handlers.set('HEAD', get)
  return handlers
}

/** Finds routes by decoded path segments. */
export class RouteTable {
  private readonly rows: { route: Route; segments: string[] }[]
  /** The rows that a path of so many segments may be one of, in the same order. */
  private readonly byLength = new Map<number, RouteTable['rows']>()

  constructor(routes: readonly Route[]) {
    const rows = routes.map((row) => ({ route: row, segments: row.pattern.split('/').slice(1) }))
    // A fixed word goes before a parameter at the same place: `/credentials/verify/:serial` before `/credentials/:ref/pdf`.
    this.rows = rows.sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1))
  }

  /** @returns null when no route has this path; an empty segment is never a parameter's value */
  find(segments: readonly string[]): RouteMatch | null {
    for (const row of this.rowsFor(segments.length)) {
      const params = match(row.segments, segments)
      if (params) return { route: row.route, params }
    }
    return null
  }

  private rowsFor(length: number): RouteTable['rows'] {
    // Of longer paths there is one entry for all, so that nobody makes the map grow.
    const key = Math.min(length, MOST_SEGMENTS)
    let rows = this.byLength.get(key)
    if (!rows) {
      rows = this.rows.filter(({ segments }) => key === MOST_SEGMENTS || hasLength(segments, key))
      this.byLength.set(key, rows)
    }
    return rows
  }
}

function rank(segments: readonly string[]): string {
  return segments.map((segment) => (segment.endsWith('+') ? '2' : segment.startsWith(':') ? '1' : '0')).join('')
}

function match(pattern: readonly string[], segments: readonly string[]): RouteMatch['params'] | null {
  if (!fits(pattern, segments)) return null
  const params: RouteMatch['params'] = {}
  for (const [at, word] of pattern.entries()) {
    if (!word.startsWith(':')) continue
    if (word.endsWith('+')) params[word.slice(1, -1)] = segments.slice(at)
    else params[word.slice(1)] = segments[at] ?? ''
  }
  return params
}

function hasLength(pattern: readonly string[], length: number): boolean {
  return pattern.at(-1)?.endsWith('+') === true ? length >= pattern.length : length === pattern.length
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (!hasLength(pattern, segments.length)) return false
  for (let at = 0; at < pattern.length; at++) {
    const word = pattern[at] ?? ''
    if (word.endsWith('+')) return true
    if (word.startsWith(':') ? segments[at] === '' : word !== segments[at]) return false
  }
  return true
}
