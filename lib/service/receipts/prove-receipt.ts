import type { ReceiptAnswer } from '@/lib/contract/check/receipt'
import { log } from '@/lib/log'
import { proveChecked } from '@/lib/service/log/prove-certificate'
import type { GivenReceipt } from './give-receipt'

/**
 * The proofs of the leaves that a receipt names, which its readable form carries (spec part 18, section 5).
 * @returns null where it names none; and where the log cannot be read now, since the receipt is good without them
 */
export async function proveReceipt({ claims, judgement }: GivenReceipt): Promise<ReceiptAnswer['log_proofs']> {
  const count = claims.log?.leaf_hashes.length ?? 0
  if (count === 0 || judgement.certificate.kind !== 'genuine') return null
  try {
    const proofs = await proveChecked(judgement.certificate)
    return proofs.length < count ? null : proofs.slice(0, count)
  } catch (error) {
    log.warn({ err: error }, 'a receipt carries no proof of the public log')
    return null
  }
}
