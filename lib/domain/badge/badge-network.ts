/** The purpose that a document is fetched for; it decides how many bytes are read. */
export type BadgeDocumentKind = 'did' | 'controller' | 'status_list'

/** What came of fetching one document. Only `unreachable` is undetermined: everything else is an answer. */
export type FetchedDocument =
  | { kind: 'document'; bytes: Uint8Array; mediaType: string }
  /** No connection, no answer in time, or an answer that speaks of a passing fault (5xx, 429) or of who asks (403). */
  | { kind: 'unreachable'; reason: string }
  /** An address that must not be connected to, such as one that is not public. */
  | { kind: 'blocked'; reason: string }
  /** Its server says that there is no such document. `status` is the HTTP status. */
  | { kind: 'missing'; status: number }
  /** A status list of this service, read where it is: it needs no signature to be believed. For `status_list` alone. */
  | { kind: 'own_list'; issuerId: string; purpose: string; bits: Buffer }

/**
 * The one way in which the validation of a badge reaches the network (spec part 6, "Validation"): https, port
 * 443, public addresses, no redirects, bounded in bytes and time. Tests hand in documents instead.
 */
export interface BadgeNetwork {
  /** @param url an absolute https URL; never rejects for what the other side does */
  fetchDocument(url: string, kind: BadgeDocumentKind): Promise<FetchedDocument>
}
