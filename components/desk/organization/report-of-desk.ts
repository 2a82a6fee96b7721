import type { NamedActor } from '@/lib/domain/desk/named-actor'
import type { ReportKind } from '@/lib/domain/text/report'

/** A report as the desk shows it. What the reporter wrote is null once its time has ended. */
export interface ReportOfDesk {
  id: string
  kind: ReportKind
  serial: string | null
  message: string | null
  email: string | null
  createdAt: Date
  closedAt: Date | null
  closedBy: NamedActor | null
  note: string | null
}
