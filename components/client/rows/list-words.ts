import type { MomentWords } from '@/components/client/moment-text'
import type { ListedStatus } from '@/lib/contract/check/batch'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { unknownSerial, type UnknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { NameComparison } from '@/lib/domain/names/name-comparison'
import type { NameReason } from '@/lib/domain/names/name-reason'
import { type CheckedRow, isForAnother, type SharedSerial } from '@/lib/scan/list/list-row'
import type { RunState } from './list-run'

/** A verdict in the words of the page. */
interface Verdict {
  tone: string
  heading: string
}

/** What the page says, as it hands it to its script. */
export interface PageWords extends MomentWords {
  heads: Record<
    | 'serial'
    | 'file'
    | 'result'
    | 'name'
    | 'expected'
    | 'comparison'
    | 'replacedBy'
    | 'issued'
    | 'expires'
    | 'issuer'
    | 'checked'
    | 'looked'
    | 'notes',
    string
  >
  outcomes: Record<Exclude<ListedStatus, 'not_found'> | 'undetermined', Verdict>
  unknown: Record<UnknownSerial['kind'], Verdict>
  /** How the correction that took a certificate's place stands, where nobody should accept that either. */
  corrections: Partial<Record<CertificateWire['status'], string>>
  /** Of a certificate that is genuine and current, but has another name than the expected one. */
  forAnother: Verdict
  problems: Record<Exclude<CheckedRow['problem'], null>, string>
  comparison: Record<NameComparison['result'], string>
  /** Why names are not the same to the letter. */
  reasons: Record<NameReason, string>
  states: Record<RunState, string>
  /** Of a list that rows were read from: what its names are, that none is compared or left, and what became of hidden sheets. */
  sources: Record<'compared' | 'noNames' | 'uncompared' | 'removed' | 'left' | 'taken', string>
  none: string
  reading: string
  tooMany: string
  /** Asked before another list takes the place of the kept one, and before it is deleted. */
  replaceAsk: string
  deleteAsk: string
  /** Of a row: when it was checked, on paper; and in its place, once that is too long ago to act on. */
  checkedAt: string
  old: string
  /** Of a row: the words beside its serial that are compared with nothing; and which rows have the same serial. */
  beside: string
  same: string
  /** Of a certificate without an end, and with one. */
  dates: [string, string]
  pause: string
  resume: string
  rows: string
  lead: string
  hint: string
  file: string
}

/** The words of the page, and which of them a row gets. */
export type ListWords = PageWords & {
  verdictOf(row: CheckedRow): Verdict
  /** Whether its certificate is not to be accepted: a check that came to nothing says no such thing. */
  isRefused(row: CheckedRow): boolean
  /** Which row it is, and the first other one with its serial. */
  sameOf(shared: SharedSerial): string
  besideOf(typed: string): string
}

/** Reads the words out of the page. */
export function listWords(place: HTMLElement): ListWords {
  const words = JSON.parse(place.dataset.words ?? '{}') as PageWords
  const known: Record<string, Verdict | undefined> = words.outcomes
  const verdictOf = (row: CheckedRow): Verdict => {
    const { problem, result, serial } = row
    if (problem) return { tone: 'unknown', heading: words.problems[problem] }
    if (!result) return { tone: 'waiting', heading: '…' }
    if (result.status === 'not_found') return words.unknown[unknownSerial(serial ?? '').kind]
    if (isForAnother(row)) return words.forAnother
    // A newer service may know one that this page, opened before, does not.
    return known[result.status] ?? words.outcomes.undetermined
  }
  return {
    ...words,
    verdictOf,
    isRefused: (row) => /^(?:stop|replaced)$/.test(verdictOf(row).tone),
    sameOf({ place: of, all }) {
      const other = all.find((one) => one !== of)
      return words.same.replace('{0}', String(of)).replace('{1}', String(other))
    },
    besideOf: (typed) => words.beside.replace('{0}', () => typed),
  }
}
