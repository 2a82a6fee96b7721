import { issuerRowMac, verifyIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import type { Transaction } from '@/lib/store/database/database'
import { holdIssuerSeals, updateIssuerMac } from '@/lib/store/issuers/issuer-seals'

/**
 * Renews the MACs of issuers under another key encryption key. A row that fails its check goes on failing it: a new MAC
 * would vouch for what somebody else wrote.
 */
export async function resealIssuers(tx: Transaction, current: Buffer, next: Buffer): Promise<void> {
  for (const row of await holdIssuerSeals(tx)) {
    if (verifyIssuerRowMac(current, row, row.mac)) await updateIssuerMac(tx, row.id, issuerRowMac(next, row))
  }
}
