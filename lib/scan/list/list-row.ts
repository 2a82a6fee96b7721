import type { BatchResult, ListedStatus } from '@/lib/contract/check/batch'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { UnreadKind } from '@/lib/domain/certificate/unread-kind'
import { compareNames } from '@/lib/domain/names/compare-names'
import type { NameComparison } from '@/lib/domain/names/name-comparison'
import { isVerdictOld } from '@/lib/scan/judge/verdict-age'
import { otherReadings } from './other-readings'

/** What a check of a row came to, without what the table does not show. Times in milliseconds since 1970. */
interface RowResult {
  /** `undetermined`: it could not be checked just now. */
  status: ListedStatus | 'undetermined'
  /** As issued; null where the record fails its check or there is none. */
  name: string | null
  issuer: string | null
  replacedBy: string | null
  /** How the check of that one came out; missing in lists that were kept before it was. */
  replacementStatus?: CertificateWire['status'] | undefined
  issuedAt: string | null
  expiresAt: string | null
  /** Of the check, by the service's clock; null where it said none. */
  at: number | null
  /** When the answer came, by this device's clock, by which its age is reckoned. */
  heardAt: number
}

/** Why nothing of a file could be read: `none` where it could, and there is no serial in it. */
type FileProblem = 'unread' | 'none' | UnreadKind

/** A row of the list that is worked through. */
export interface CheckedRow {
  serial: string | null
  expected: string | null
  /** It was compared with a name that this device no longer has. */
  isNameless?: boolean
  /** Its file was not in Unicode and was read as Windows-1252, which the expected name may not have been saved in. */
  isCoded?: boolean
  /** Cells beside the expected name of which one may be its other part. */
  parts?: readonly string[]
  /** Its place among the lists that were read; missing where it is of none. */
  source?: number
  /** The file that it was read from; null for a row of a list. */
  file: string | null
  /** SHA-256 of a PDF file whose certificate is to be looked up by it, in lowercase hexadecimal. */
  fingerprint: string | null
  /** What the list has where the serial should be, in a row without one; else the words beside it that are not compared. */
  typed: string | null
  /** Why there is nothing to check in it. */
  problem:
    | 'no_serial'
    | 'elsewhere'
    | 'not_issued'
    | 'no_code'
    | 'not_scanned'
    | 'badge'
    | 'receipt'
    | FileProblem
    | null
  result: RowResult | null
  /** What there was to look at when somebody noted that they had looked at it (`lookedAt`); null before that. */
  looked: string | null
}

/** A row with nothing known of it yet. */
export function newRow(known: Partial<CheckedRow>): CheckedRow {
  const nothing = { serial: null, expected: null, file: null, fingerprint: null, typed: null }
  return { ...nothing, problem: null, result: null, looked: null, ...known }
}

/** Whether a row is that of a file whose certificate nobody has asked for yet. */
export function isToLookUp({ serial, fingerprint, problem }: CheckedRow): boolean {
  // A list that was kept before rows had fingerprints holds none.
  return serial === null && Boolean(fingerprint) && problem === null
}

/**
 * The part of an answer that the table shows.
 * @param saidAt when the service answered, by its own clock: the time of a check without a certificate; null where it did not say
 */
export function rowResult(answer: BatchResult, heardAt: number, saidAt: number | null): RowResult {
  const { found, certificate, verification, replacement_certificate: replacement } = answer
  const shown = certificate?.status === 'invalid' ? null : certificate
  return {
    status: verification?.overall_status ?? (found === false ? 'not_found' : 'undetermined'),
    name: shown?.recipient.full_name ?? null,
    issuer: shown?.issuer.name ?? null,
    replacedBy: replacement?.serial ?? null,
    replacementStatus: replacement?.status,
    issuedAt: shown?.issued_at ?? null,
    expiresAt: shown?.expires_at ?? null,
    at: verification ? Date.parse(verification.verified_at) : saidAt,
    heardAt,
  }
}

/**
 * Takes what a check came to. A certificate would be called another person's where this device read the letters of a list wrongly, which
 * was not in Unicode, or one part of a name alone, which has two columns: of all that may be written there, what is on the record is expected.
 */
export function takeResult(row: CheckedRow, result: RowResult): void {
  row.result = result
  const { name } = result
  if (!row.expected || name === null) return
  let alike = LIKENESS.indexOf(rowComparison(row)?.result ?? 'different')
  if (alike === SAME) return
  for (const meant of otherNames(row, row.expected)) {
    const likeness = LIKENESS.indexOf(compareNames(name, meant).result)
    if (likeness <= alike) continue
    row.expected = meant
    alike = likeness
    if (alike === SAME) return
  }
}

/** How names compare, the best last. */
const LIKENESS: NameComparison['result'][] = ['different', 'likely_same', 'same']
const SAME = LIKENESS.length - 1

function* otherNames({ isCoded, parts = [] }: CheckedRow, expected: string): Generator<string> {
  const joined = parts.flatMap((part) => [`${expected} ${part}`, `${part} ${expected}`])
  yield* joined
  if (isCoded) for (const name of [expected, ...joined]) yield* otherReadings(name)
}

/** How two names compare, and why: without what to mark in them. */
type RowComparison = Pick<NameComparison, 'result' | 'reasons'>

/** Of a result, by the expected name: rows with one serial share their result, and may expect different people. */
const compared = new WeakMap<RowResult, Map<string, RowComparison>>()

/**
 * How the name on the record compares with the expected one; null where one of them is missing. Worked out once per result
 * and expected name: a long list is counted again with each answer.
 */
export function rowComparison({ expected, result }: CheckedRow): RowComparison | null {
  if (!expected || !result?.name) return null
  const ofResult = compared.get(result) ?? new Map<string, RowComparison>()
  compared.set(result, ofResult)
  const known = ofResult.get(expected)
  if (known) return known
  const { result: alike, reasons } = compareNames(result.name, expected)
  ofResult.set(expected, { result: alike, reasons })
  return { result: alike, reasons }
}

/**
 * Whether a person has to look at a row: everything but a current certificate of the expected name, until somebody noted
 * that they had looked. A name that is only likely the same is for a person to decide.
 */
export function needsLook(row: CheckedRow, now: number): boolean {
  return isOld(row, now) || (callsForLook(row) && row.looked !== lookedAt(row))
}

/** Whether there is anything in a row for a person to look at, whether or not somebody did. */
export function callsForLook(row: CheckedRow): boolean {
  if (row.problem) return true
  if (!row.result) return false
  if (row.isNameless || row.result.status !== 'verified') return true
  return row.expected !== null && rowComparison(row)?.result !== 'same'
}

/** What there is to look at in a row, without a name: once this is another, the look that somebody took is over. */
export function lookedAt(row: CheckedRow): string {
  const { problem, result } = row
  const { status, replacedBy, replacementStatus = 'issued' } = result ?? {}
  const bad = replacementStatus === 'issued' ? [] : [replacementStatus]
  const lost = row.isNameless ? ['nameless'] : []
  return [problem, status, replacedBy, ...bad, rowComparison(row)?.result, ...lost].join(' ')
}

/** Whether a row is shown as genuine and current: a verdict that is too old is none, and nor is one about somebody else. */
export function isCurrent(row: CheckedRow, now: number): boolean {
  return row.result?.status === 'verified' && !isOld(row, now) && !isForAnother(row)
}

/** Whether the certificate of a row is genuine and current, but its name is not the expected one. */
export function isForAnother(row: CheckedRow): boolean {
  return row.result?.status === 'verified' && rowComparison(row)?.result === 'different'
}

/** Where a row stands in its list, from 1, and where all rows with its serial do. */
export interface SharedSerial {
  place: number
  all: readonly number[]
}

/** The rows whose serial more than one row has. */
export function sameSerials(rows: readonly CheckedRow[]): Map<CheckedRow, SharedSerial> {
  const places = new Map<string, number[]>()
  const byRow = new Map<CheckedRow, SharedSerial>()
  for (const [index, row] of rows.entries()) {
    if (row.serial === null) continue
    const key = serialKey(row.serial)
    const known = places.get(key) ?? []
    places.set(key, known)
    known.push(index + 1)
    byRow.set(row, { place: index + 1, all: known })
  }
  return new Map([...byRow].filter(([, { all }]) => all.length > 1))
}

/** Whether the verdict of a row has to be asked for again. */
export function isOld({ result }: CheckedRow, now: number): boolean {
  return result !== null && isVerdictOld(result.heardAt, now)
}
