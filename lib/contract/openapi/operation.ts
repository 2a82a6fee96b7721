import type { z } from 'zod'
import type { RefusalStatus } from '@/lib/contract/refusals'

/** The sections of the documentation, in their order. */
export const OPERATION_TAGS = {
  Verification: 'Public: anyone can check a certificate, without a key.',
  Files: 'Public: the certificate as a document, and its files by their hashes.',
  Keys: 'Public: the keys with which everything that is signed here verifies, and whom to tell of a weakness.',
  'Public log': 'Public: what happened here, in a log that nobody can change unseen, for auditors and witnesses.',
  Issuers: 'Public: who issues certificates here, and what is known of them.',
  'Issuer interface': 'An issuing organization reads its own certificates with an API key.',
  Service: 'About the service itself. Not counted.',
} as const

type OperationTag = keyof typeof OPERATION_TAGS

/** What stands in a body: bytes of a file, text, or what a shape says. */
export type MediaBody = 'bytes' | 'text' | z.ZodType

/** Headers that an answer can carry beyond those of every answer. */
export type AnswerHeader =
  | 'etag'
  | 'repr-digest'
  | 'content-disposition'
  | 'accept-ranges'
  | 'content-range'
  | 'location'
  | 'retry-after'
  | 'www-authenticate'
  | 'allow'

/** An answer that is no refusal. */
export interface OperationAnswer {
  description: string
  /** The shape of the JSON answer (`application/json`). */
  shape?: z.ZodType
  /** The other media types that it comes in. Without these and without a shape the answer has no body. */
  bodies?: Readonly<Record<string, MediaBody>>
  /** Headers that it always carries. */
  headers?: readonly AnswerHeader[]
  /** Headers that it carries in some of its media types. */
  headersOfSome?: readonly AnswerHeader[]
  /** A whole answer, made for the address of the service. */
  example?: (baseUrl: string) => unknown
}

/** One endpoint: everything that its documentation says. */
export interface Operation {
  /** Unique; becomes the name of the function in generated clients, and the anchor in the documentation. */
  id: string
  method: 'get' | 'post'
  /** As OpenAPI writes it: `/api/public/credentials/verify/{serial}`. */
  path: string
  tag: OperationTag
  summary: string
  description: string
  /** Name of its row in the rate table; left out where requests are not counted. */
  group?: string
  /** True where an API key is required, which is then counted instead of the address. */
  key?: boolean
  /** True where the operator's metrics token is required. */
  metricsToken?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers that change the answer; never `accept`, which its media types speak of. */
  headers?: z.ZodObject
  /** Values for the parameters that lead to the example answer. */
  exampleParams?: Record<string, string>
  /** `shape`: of JSON; `bodies`: the other media types that are taken, by what they hold. */
  body?: { shape?: z.ZodType; bodies?: Readonly<Record<string, MediaBody>>; maxBytes: number; example?: unknown }
  /** By status. */
  answers: Record<number, OperationAnswer>
  /** Refusals of its own, with their words here; those that follow from group, key and body are added. */
  refusals?: Partial<Record<RefusalStatus, string>>
  /** How its own failures are called; left out: 503. */
  failure?: 500 | 503
}
