import type { BadgeCheckResult, BadgeErrorCode } from './finding'

/** The verdict of all checks of a credential together. */
export type BadgeVerdict = 'valid' | 'not_valid' | 'undetermined' | 'unreadable' | 'too_large'

/** What is no credential at all, as opposed to one that is wrong (spec part 6). */
const UNREADABLE: readonly BadgeErrorCode[] = [
  'malformed_json',
  'malformed_jws',
  'no_credential',
  'png_signature',
  'png_chunk_length',
  'png_crc',
  'png_truncated',
  'png_chunk_type',
]

/** Draws checks together: `undetermined` only when nothing is wrong but that something could not be reached. */
export function verdictOf(checks: readonly BadgeCheckResult[]): BadgeVerdict {
  const failed = checks.find(({ status }) => status === 'failed')
  const code = failed?.errors[0]?.code
  if (code === 'too_large') return 'too_large'
  if (code && UNREADABLE.includes(code)) return 'unreadable'
  if (failed) return 'not_valid'
  if (checks.some(({ status }) => status === 'undetermined')) return 'undetermined'
  // What did not run was not passed: fail closed, should a check ever leave itself out.
  return checks.every(({ status }) => status === 'passed' || status === 'not_applicable') ? 'valid' : 'not_valid'
}
