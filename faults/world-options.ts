/** What a fault needs of its world. */
export interface WorldOptions {
  /** Processes of the service; one. */
  processes?: number
  /** They reach the database through a proxy that the fault holds. */
  proxied?: boolean
  /** They count in a Redis of their own. */
  redis?: boolean
  /** Good certificates to begin with; 24. */
  certificates?: number
  /** The database stands on a file system of this size, where one can be mounted; in mount's words. */
  diskSize?: string
  /** The database is one of the distribution's, where that is installed, and not the embedded one. */
  distribution?: boolean
  /** The database goes by a clock that the fault sets. */
  clock?: boolean
  /** Files and the public log lie in a bucket, behind a server that the fault holds. */
  bucket?: boolean
  /** Further configuration of the service. */
  variables?: Record<string, string>
}
