import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { Signer } from '@/lib/crypto/signature/signer'
import { type StatusChange, statusChangeBytes, statusChangeHash } from '@/lib/domain/certificate/status-change'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import type { Transaction } from '@/lib/store/database/database'
import { insertStatusChange, lockStatusList } from '@/lib/store/evidence/status-changes'
import { trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys } from '@/lib/store/keys/service-keys'

/**
 * Sets the bit of a certificate in its status list, as the next entry of the list's signed history
 * (docs/decisions/0019). Call it in the transaction that withdraws or replaces the certificate, after taking the lock
 * of its lineage.
 * @param entry as signed in the certificate, not as its row has it
 * @param at database time, milliseconds since 1970
 * @param signer the service's key
 * @throws ServiceError `unavailable` when the service did not sign the entry before it
 */
export async function recordStatusChange(
  tx: Transaction,
  entry: { statusListId: string; statusIndex: number },
  at: number,
  signer: Signer,
): Promise<void> {
  const last = await lockStatusList(tx, entry.statusListId)
  if (last) await requireOwn(tx, last)
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

/** The new entry's signature speaks for all before it: on one that somebody else wrote nothing is built (docs/decisions/0132). */
async function requireOwn(tx: Transaction, last: StatusChange): Promise<void> {
  const signatures = trustedSignatures(await findServiceKeys(tx), keyEncryptionKey())
  if (signatures.event(last, statusChangeBytes(last), statusChangeHash(last)) === 'passed') return
  log.error(
    { list: last.listId, sequence: last.sequence },
    'no key of the service that is here signed the last entry of a status list',
  )
  throw new ServiceError(
    'unavailable',
    'The last entry of the issuer’s status list is not signed by a key of this service that is here. Nothing was changed.',
  )
}
