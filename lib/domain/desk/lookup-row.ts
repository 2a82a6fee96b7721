import { safeRecord } from '@/lib/domain/issue/csv-lines'

/** One line of a lookup at the desk, in words. */
export interface LookupRow {
  /** As it was sent. */
  serial: string
  /** Null where nothing can be said of it. */
  found: boolean | null
  /** What a check of this serial says; `not_found` where there is none, `lost` or `undetermined` where nothing can be said. */
  status: string
  statusText: string
  /** Serial of the current certificate of the chain. */
  current: string
  /** What a check of that one says, where it is another than the one sent; else empty. */
  currentStatus: string
  currentStatusText: string
  /** The serials that it replaced, oldest first. */
  replaced: string[]
  checkCount: number
  /** ISO 8601, or empty when never. */
  lastCheckedAt: string
  /** The same in words. */
  lastCheckedText: string
}

export const LOOKUP_FILTERS = ['all', 'found', 'not_found', 'not_verified'] as const
export const LOOKUP_ORDERS = ['sent', 'serial', 'status', 'checks', 'last_checked'] as const

export type LookupFilter = (typeof LOOKUP_FILTERS)[number]
export type LookupOrder = (typeof LOOKUP_ORDERS)[number]

/** The rows that are asked for, in the order that is asked for. */
export function arrangeLookup(rows: readonly LookupRow[], show: LookupFilter, order: LookupOrder): LookupRow[] {
  const shown = rows.filter(
    ({ found, status }) =>
      show === 'all' ||
      (show === 'found' && found === true) ||
      (show === 'not_found' && found === false) ||
      (show === 'not_verified' && status !== 'verified'),
  )
  const by: Record<LookupOrder, (a: LookupRow, b: LookupRow) => number> = {
    sent: () => 0,
    serial: (a, b) => compare(a.serial, b.serial),
    status: (a, b) => compare(a.status, b.status),
    checks: (a, b) => b.checkCount - a.checkCount,
    last_checked: (a, b) => compare(b.lastCheckedAt, a.lastCheckedAt),
  }
  return shown.sort(by[order])
}

/** The rows as a CSV file (RFC 4180, UTF-8 with a mark, every cell quoted), safe to open in a spreadsheet. */
export function lookupCsv(rows: readonly LookupRow[]): string {
  const head = [
    'serial',
    'found',
    'status',
    'current_serial',
    'replaced_serials',
    'check_count',
    'last_checked_at',
  ].concat('current_status')
  const lines = rows.map((row) => [
    row.serial,
    row.found === null ? '' : row.found ? 'yes' : 'no',
    row.status,
    row.current,
    row.replaced.join(' '),
    row.found ? String(row.checkCount) : '',
    row.lastCheckedAt,
    row.found ? row.currentStatus || row.status : '',
  ])
  return `\uFEFF${[head, ...lines].map(safeRecord).join('')}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
