import type { OverallStatus } from '@/lib/contract/check/verification'

/** What a check of a certificate in a list of the desk says; `undetermined` where none could be completed. */
export type RowStatus = OverallStatus | 'undetermined'

/** Whether anything but its serial may be shown of a certificate. */
export function isTold(status: RowStatus): boolean {
  return status !== 'invalid' && status !== 'undetermined'
}
