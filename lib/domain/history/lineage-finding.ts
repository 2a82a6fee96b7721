import type { IssuerStanding } from '@/lib/domain/issuer/issuer-standing'
import type { SignedEvent } from './event'
import type { IssuerRow } from './evidence'
import type { LineageState } from './lineage-state'

/** The findings about a certificate's lineage and issuer. A null part failed its check: the certificate is invalid. */
export interface LineageFinding {
  events: SignedEvent[]
  state: LineageState | null
  issuer: IssuerRow
  standing: IssuerStanding | null
}
