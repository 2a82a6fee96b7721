import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { Signer } from '@/lib/crypto/signature/signer'
import { statusChangeBytes, statusChangeHash } from '@/lib/domain/certificate/status-change'
import type { Transaction } from '@/lib/store/database/database'
import { insertStatusChange, lockStatusList } from '@/lib/store/evidence/status-changes'

/**
 * Sets the bit of a certificate in its status list, as the next entry of the list's signed history
 * (docs/decisions/0019). Call it in the transaction that withdraws or replaces the certificate, after taking the lock
 * of its lineage.
 * @param entry as signed in the certificate, not as its row has it
 * @param at database time, milliseconds since 1970
 * @param signer the service's key
 */
export async function recordStatusChange(
  tx: Transaction,
  entry: { statusListId: string; statusIndex: number },
  at: number,
  signer: Signer,
): Promise<void> {
  const last = await lockStatusList(tx, entry.statusListId)
  const change = {
    listId: entry.statusListId,
    sequence: (last?.sequence ?? 0) + 1,
    statusIndex: entry.statusIndex,
    at,
    previousHash: last && statusChangeHash(last),
  }
  const signature = await signer.sign(Buffer.from(statusChangeBytes(change), 'utf8'))
  await insertStatusChange(tx, { ...change, serviceKeyId: signer.keyId, signature: encodeBase64url(signature) })
}
