import type { DeskRole } from '@/lib/domain/desk/role'

/** Who is signed in, as every page of the desk shows it. */
export interface DeskViewer {
  id: string
  name: string
  issuer: { id: string; name: string; role: DeskRole } | null
  /** Other issuers that the person works for. */
  others: { id: string; name: string }[]
  /** Whether they chose a language and a time zone for the desk. */
  hasChosenReading: boolean
  /** Reports that nobody closed yet. */
  openReports: number
  /** Of this service, now and before: links there are ours. */
  origins: readonly string[]
}
