import type { IssuerEntryWire, IssuerProfileWire } from '@/lib/contract/issuer/issuer'

/** A page of the directory, or why there is none. */
export type DirectoryOutcome =
  | { kind: 'found'; query: string; issuers: IssuerEntryWire[]; nextCursor: string | null; isFirst: boolean }
  | { kind: 'malformed' }
  | { kind: 'too_many' }
  | { kind: 'failed' }

/** An issuer's page, or why there is none. */
export type IssuerOutcome =
  | { kind: 'profile'; issuer: IssuerProfileWire }
  | { kind: 'missing' }
  | { kind: 'too_many' }
  | { kind: 'failed' }

/** What both pages need besides. */
export interface PageAddress {
  host: string
  /** Path and query of the page, which the language switch comes back to. */
  path: string
}
