/** A certificate that somebody watches, as they see it. */
export interface WatchedCertificate {
  lineageId: string
  /** Of the newest version. */
  serial: string
  /** Of the versions before it, the oldest first: the watcher may have one of these in hand. */
  earlier: readonly string[]
  /** When they were told something of it last; null where nothing was. */
  toldAt: Date | null
  /** When the watch ends unless it is renewed. */
  expiresAt: Date
}

/** What somebody watches, as they see it by their private link. */
export interface WatchList {
  email: string
  certificates: WatchedCertificate[]
}
