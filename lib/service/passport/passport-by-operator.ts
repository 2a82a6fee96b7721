import { readPassportHandle } from '@/lib/domain/passport/passport-handle'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { type Transaction, transaction } from '@/lib/store/database/database'
import {
  deletePassportRow,
  type HeldPassport,
  holdPassportByHandle,
  updateManageHash,
} from '@/lib/store/records/passport-changes'
import { managingHash, managingUrl, newManagingToken } from './passport-links'

/**
 * The operator deletes a passport at the request of its holder, who lost the private link.
 * @param passport its handle or public link, as it was typed
 * @returns its handle
 * @throws ServiceError `not_found`
 */
export function deletePassportByOperator(passport: string): Promise<string> {
  return withNamedPassport(passport, async (tx, { id, handle }) => {
    await deletePassportRow(tx, id)
    return handle
  })
}

/**
 * The operator gives a passport another private link at the request of its holder; the old one opens nothing from then on.
 * @param passport its handle or public link, as it was typed
 * @returns its handle, and the new link, which is known to the caller alone
 * @throws ServiceError `not_found`
 */
export function replaceLinkByOperator(passport: string): Promise<{ handle: string; manageUrl: string }> {
  return withNamedPassport(passport, async (tx, { id, handle }) => {
    const token = newManagingToken()
    await updateManageHash(tx, id, managingHash(token), null)
    return { handle, manageUrl: managingUrl(token) }
  })
}

function withNamedPassport<T>(
  passport: string,
  change: (tx: Transaction, held: HeldPassport) => Promise<T>,
): Promise<T> {
  const handle = readPassportHandle(passport, env().BASE_URL)
  return transaction(async (tx) => {
    const held = handle === null ? null : await holdPassportByHandle(tx, handle)
    if (!held) throw new ServiceError('not_found', 'There is no passport with this handle.')
    return change(tx, held)
  })
}
