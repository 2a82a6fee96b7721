/** The search as it was typed. */
export interface SearchFields {
  name: string
  number: string
  serial: string
  event: string
  status: '' | StatusFilter | 'current' | 'ended'
  checked: '' | 'never' | 'ever' | 'week'
  /** A month of UTC, such as `2027-03`. */
  ends: string
  /** An event to the letter. */
  course: string
  /** Id of a file that certificates were issued from. */
  batch: string
  /** Days of issue in UTC, such as `2026-11-03`, both included. */
  from: string
  until: string
  /** By the date of issue; the newest first where it is empty. */
  order: '' | 'oldest'
}

/** What the chips filter by. */
export const STATUS_FILTERS = ['issued', 'ending', 'expired', 'superseded', 'withdrawn'] as const
type StatusFilter = (typeof STATUS_FILTERS)[number]
