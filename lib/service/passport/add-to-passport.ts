import { readPassportHandle } from '@/lib/domain/passport/passport-handle'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { Acting } from '@/lib/service/issue/acting'
import type { Transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { findEntryLineages, holdPassportByHandle, insertEntries } from '@/lib/store/records/passport-changes'
import { MOST_CERTIFICATES } from './create-passport'
import { holdPresentable } from './hold-presentable'

/** The field of the form that a refusal is shown at. */
const AT_PASSPORT = { details: { field: 'passport' } }

/**
 * Adds an issuer's certificate to a passport, within the caller's transaction. It is not shown before the holder chooses
 * it, so that nobody can put anything into another's passport. What is in it already stays as the holder left it.
 * @param passport its handle or public link, as it was typed: the private link is the holder's alone
 * @returns the serial of the current certificate
 * @throws ServiceError `malformed`, `not_found`, `unavailable`
 */
export async function addToPassport(
  tx: Transaction,
  { serial, issuerId, passport }: { serial: string; issuerId: string; passport: string },
  by: Acting,
): Promise<string> {
  const handle = readPassportHandle(passport, env().BASE_URL)
  const noPassport = new ServiceError(
    'malformed',
    'There is no passport with this handle. Ask the holder for it again.',
    AT_PASSPORT,
  )
  if (handle === null) throw noPassport
  const lineage = await holdPresentable(tx, serial, issuerId)
  const held = await holdPassportByHandle(tx, handle)
  if (!held) throw noPassport
  const present = await findEntryLineages(tx, held.id)
  if (present.includes(lineage.lineageId)) return lineage.serial
  if (present.length >= MOST_CERTIFICATES)
    throw new ServiceError(
      'malformed',
      'This passport is full. Its holder has to remove certificates first.',
      AT_PASSPORT,
    )
  await insertEntries(tx, held.id, [lineage], false)
  await insertActivity({ issuerId, ...by, action: 'passport.added', subject: lineage.serial }, tx)
  return lineage.serial
}
