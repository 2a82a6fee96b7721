import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeFinding } from '@/lib/domain/badge/finding'

/** The result of reading a file: the credential's text and what held it, or why there is none. */
export type UnbakeResult =
  | { kind: 'unbaked'; text: string; container: Badge['container'] }
  /** `check` says to which check the finding belongs. */
  | { kind: 'refused'; check: 'size' | 'unbake'; finding: BadgeFinding }
