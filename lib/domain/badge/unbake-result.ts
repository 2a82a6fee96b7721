import type { Badge } from './badge'
import type { BadgeFinding } from './finding'

/** What came out of a file: the credential's text and what held it, or why there is none. */
export type UnbakeResult =
  | { kind: 'unbaked'; text: string; container: Badge['container'] }
  /** `check` says to which check the finding belongs. */
  | { kind: 'refused'; check: 'size' | 'unbake'; finding: BadgeFinding }
