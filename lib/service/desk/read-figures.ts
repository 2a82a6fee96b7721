import type { CountedAll } from '@/lib/domain/desk/figures'
import { LargeCounts } from '@/lib/service/check/large-counts'
import { countAll } from '@/lib/store/desk/figures-of-all'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'

/** Everything counted, and when it was. */
export interface Figures extends CountedAll {
  countedAt: number
}

/**
 * An issuer with a hundred thousand certificates is counted for a second: that is done once in ten minutes, and the page, which
 * says when it was counted, shows the last count meanwhile.
 */
const KEPT_MS = 600_000
const KEPT_FROM = 10_000

const holder = globalThis as typeof globalThis & { certificateServiceFigures?: LargeCounts<Figures> }

/** One a process: Next's bundles and ours hold copies of this module. */
function figures(): LargeCounts<Figures> {
  return (holder.certificateServiceFigures ??= new LargeCounts(
    async (issuerId) => ({ ...(await countAll(issuerId)), countedAt: Date.now() }),
    { size: countCertificates, from: KEPT_FROM, keepMs: KEPT_MS },
  ))
}

/**
 * Counts the certificates of the member's issuer and their checks. What is counted is read from columns; it names nobody, and
 * of who checked nothing is known.
 * @throws as `authorize`
 */
export async function readFigures(member: DeskMember, now: number): Promise<Figures> {
  authorize(member, 'read_certificates')
  return figures().last(member.issuerId, now)
}

function countCertificates({ outcomes }: CountedAll): number {
  return outcomes.reduce((sum, { certificates }) => sum + certificates, 0)
}
