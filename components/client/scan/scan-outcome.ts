import type { OwnOrigins } from '@/lib/scan/judge/judge-address'
import { judgeScan } from '@/lib/scan/judge/judge-scan'
import type { ScanVerdict } from '@/lib/scan/judge/scan-verdict'

type Verify = Extract<ScanVerdict, { kind: 'verify' }>

/** What the page does with everything that was read in one picture. */
export type ScanOutcome = Exclude<ScanVerdict, Verify> | Verify | { kind: 'several'; choices: Verify[] }

/**
 * Decides what the codes of one picture come to: a certificate of ours before an address elsewhere, and that before
 * any other text. Two of ours are for the person to choose between.
 * @param texts what the codes hold; at least one
 * @param origins of this site, the present one first
 */
export function scanOutcome(texts: readonly [string, ...string[]], origins: OwnOrigins): ScanOutcome {
  const [first, ...others] = texts
  const judged = [judgeScan(first, origins), ...others.map((text) => judgeScan(text, origins))]
  const ours = new Map(judged.flatMap((one) => (one.kind === 'verify' ? [[one.path, one] as const] : [])))
  if (ours.size > 1) return { kind: 'several', choices: [...ours.values()] }
  const [certificate] = ours.values()
  return certificate ?? judged.find(({ kind }) => kind === 'elsewhere') ?? judgeScan(first, origins)
}
