import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteHandler } from '@/lib/http/endpoint'

/** One path with the handlers behind it. */
export interface Route {
  /** As in `/verify/:serial`; `/:rest+` for whatever no other answers. */
  pattern: string
  /** Whether it answers what no other does. */
  isRest: boolean
  /** By method, as the route module exports them. */
  handlers: Map<string, RouteHandler>
}

/** What was found for a path. */
export interface RouteMatch {
  route: Route
  params: Record<string, string | string[]>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * Loads every `route.ts` under `app`, by Next's own naming rule: `[serial]` is a parameter, `[...rest]` one for all that
 * follows, `(group)` is no part of the path. The files themselves are the table, so that none can be forgotten.
 * @param app absolute path of the folder
 */
export async function loadRoutes(app: string): Promise<Route[]> {
  const files = await readdir(app, { recursive: true, withFileTypes: true })
  const found = files.filter((file) => file.isFile() && /^route\.ts$/.test(file.name))
  return Promise.all(
    found.map(async (file) => {
      const path = join(file.parentPath, file.name)
      const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>
      return route(patternOf(relative(app, file.parentPath)), module)
    }),
  )
}

/** `api/(public)/verify/[serial]` → `/api/verify/:serial`. */
export function patternOf(folder: string): string {
  const segments = folder.split(sep).filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment))
  return `/${segments.map((one) => one.replace(/^\[(\w+)\]$/, ':$1').replace(/^\[{1,2}\.{3}(\w+)\]{1,2}$/, ':$1+')).join('/')}`
}

/**
 * One row of the table.
 * @param module a route module, or its like: functions by method name; GET answers HEAD too
 */
export function route(pattern: string, module: Record<string, unknown>): Route {
  const handlers = new Map<string, RouteHandler>()
  for (const method of METHODS) {
    const handler = module[method]
    if (typeof handler === 'function') handlers.set(method, handler as RouteHandler)
  }
  const get = handlers.get('GET')
  if (get && !handlers.has('HEAD')) handlers.set('HEAD', get)
  return { pattern, isRest: pattern.endsWith('+'), handlers }
}

/** The value of `allow` for a route. */
export function allowOf(found: Route): string {
  return [...found.handlers.keys()].join(', ')
}

/** Finds routes by decoded path segments. */
export class RouteTable {
  private readonly rows: { route: Route; segments: string[] }[]

  constructor(routes: readonly Route[]) {
    const rows = routes.map((row) => ({ route: row, segments: row.pattern.split('/').slice(1) }))
    // A fixed word goes before a parameter at the same place: `/credentials/verify/:serial` before `/credentials/:ref/pdf`.
    this.rows = rows.sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1))
  }

  /** @returns null when no route has this path; an empty segment is never a parameter's value */
  find(segments: readonly string[]): RouteMatch | null {
    for (const row of this.rows) {
      const params = match(row.segments, segments)
      if (params) return { route: row.route, params }
    }
    return null
  }
}

function rank(segments: readonly string[]): string {
  return segments.map((segment) => (segment.endsWith('+') ? '2' : segment.startsWith(':') ? '1' : '0')).join('')
}

function match(pattern: readonly string[], segments: readonly string[]): RouteMatch['params'] | null {
  if (!fits(pattern, segments)) return null
  return Object.fromEntries(
    pattern.flatMap((word, at) => {
      if (!word.startsWith(':')) return []
      return [word.endsWith('+') ? [word.slice(1, -1), segments.slice(at)] : [word.slice(1), segments[at] ?? '']]
    }),
  )
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const takesRest = pattern.at(-1)?.endsWith('+') === true
  if (takesRest ? segments.length < pattern.length : segments.length !== pattern.length) return false
  for (let at = 0; at < pattern.length; at++) {
    const word = pattern[at] ?? ''
    if (word.endsWith('+')) return true
    if (word.startsWith(':') ? segments[at] === '' : word !== segments[at]) return false
  }
  return true
}
