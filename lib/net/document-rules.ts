import type { BadgeDocumentKind } from '@/lib/domain/badge/badge-network'

/** What an answer must be to count as the document that was asked for. */
export interface DocumentRules {
  /** Sent as `accept`; other types are refused. */
  types: readonly string[]
  /** Bytes of the body as it is sent. */
  sentBytes: number
  /** Bytes after `content-encoding: gzip` was taken off. */
  unzippedBytes: number
}

const KIB = 1024
const JSON_TYPES = ['application/json', 'application/ld+json']
const SMALL = { sentBytes: 64 * KIB, unzippedBytes: 64 * KIB }

/** Limits and media types of each kind of document (spec part 6). */
export const DOCUMENT_RULES: Record<BadgeDocumentKind, DocumentRules> = {
  did: { types: ['application/did', 'application/did+json', 'application/did+ld+json', ...JSON_TYPES], ...SMALL },
  controller: {
    types: ['application/cid', 'application/did', 'application/did+json', 'application/did+ld+json', ...JSON_TYPES],
    ...SMALL,
  },
  status_list: {
    // A badge in its JWT form is text/plain (Open Badges 3.0, 8.2), and so are the lists of those who issue them.
    types: [
      'application/vc',
      'application/vc+ld+json',
      'application/vc+jwt',
      'application/vc+ld+json+jwt',
      'application/jwt',
      'text/plain',
      ...JSON_TYPES,
    ],
    sentBytes: 512 * KIB,
    unzippedBytes: 2048 * KIB,
  },
}
