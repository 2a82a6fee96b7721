import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { ReceiptError } from '@/lib/domain/receipt/check-receipt'
import { undetermined } from '@/lib/errors'
import { getServiceKeys, readPublishedKeys } from '@/lib/service/keys/published-keys'

/**
 * Checks a receipt against the keys of this service that can be told.
 * @param check gets the key set
 * @throws what `check` throws; ServiceError `unavailable` where the receipt's key is none of them, and may be one whose
 *   row fails its check
 */
export async function checkByOwnKeys<T>(check: (keys: ReturnType<typeof jwkSet>) => T): Promise<T> {
  const { keys, areAll } = await readPublishedKeys()
  if (keys.length === 0) throw undetermined('no key of the service is there to check a receipt with')
  try {
    return check(jwkSet(keys))
  } catch (error) {
    if (areAll || !(error instanceof ReceiptError && error.code === 'unknown_key')) throw error
    throw undetermined('the row of a service key fails its check, or is not there')
  }
}

/** Whether a key of this service is named as the signer that strangers know by now: it signs nothing that is believed. */
export async function namesCompromisedKey(receiptJwt: string): Promise<boolean> {
  const { keys } = await getServiceKeys({ compromised: true })
  const kid = parseCompactJws(receiptJwt)?.header.kid
  return keys.some(({ keyId }) => keyId === kid)
}
