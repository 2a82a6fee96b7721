import type { DocumentWire, FindingId } from '@/lib/contract/check/document'

/** Findings that speak against a file, even if its page looks the same. */
const AGAINST: readonly FindingId[] = ['credential_unknown', 'qr_code_elsewhere']

/**
 * What a file is once it was compared with the issued one (spec part 7): `recreated` when it has other bytes
 * but says and shows the same, as far as programs can tell, and nothing else speaks against it. Never the issued file.
 */
export function refineMatch(document: Pick<DocumentWire, 'match' | 'findings' | 'comparison'>): DocumentWire['match'] {
  const { match, findings, comparison } = document
  const isSame = comparison?.text === 'same' && comparison.picture === 'same'
  return match === 'altered' && isSame && !findings.some(({ id }) => AGAINST.includes(id)) ? 'recreated' : match
}
