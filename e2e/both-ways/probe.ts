import type { z } from 'zod'
import type { AnswerDifference } from './differences'

/** Every method that a probe may be asked with; what a row does not name is refused with 405. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

export type Method = (typeof METHODS)[number]

/** A request, and what the front answers. Under Next it is the same but for what the differences say. */
export interface Probe {
  /** Tells it from the other probes of its method. */
  as?: string
  /** Path and query; left out, the pattern of its route. `{name}` stands for a word of the example data. */
  to?: string
  /** Sent beside those of every probe; `{name}` as in `to`. */
  headers?: Record<string, string | string[]>
  /** The body; `{name}` as in `to`. One too large is announced alone: a connection may close before all of it was sent. */
  send?: string
  /** A file of the example data as the body. */
  file?: 'pdf' | 'badge' | 'receipt'
  /** 200 where left out. */
  status?: number
  /** Left out, JSON for programs and HTML for people. */
  type?: string
  /** `cache-control`; left out, nobody keeps the answer. */
  cache?: string
  /** Further headers; null for one that is not there. */
  has?: Record<string, RegExp | string | null>
  body?: z.ZodType | RegExp
  /** The body is another each time, in more than times and numbers. */
  isNew?: true
  /** What Next does otherwise. */
  underNext?: AnswerDifference
}

/** A route by its methods. */
export type RouteRow = Partial<Record<Method, Probe | Probe[]>>

/** Routes by pattern, as in `/verify/:serial`. */
export type RouteRows = Record<string, RouteRow>

export const JSON_TYPE = 'application/json; charset=utf-8'
export const HTML = 'text/html; charset=utf-8'
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Whether programs ask there, so that whatever fails is said in JSON. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|\.well-known)(\/|$)|\/(did|jwks)\.json$/.test(path)
}
