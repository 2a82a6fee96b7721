import { readPassportHandle } from '@/lib/domain/passport/passport-handle'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { Acting } from '@/lib/service/issue/acting'
import type { Transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { findEntries, holdPassportByHandle, insertEntries } from '@/lib/store/records/passport-changes'
import { MOST_CERTIFICATES } from './create-passport'
import { holdPresentable } from './hold-presentable'

/** The field of the form that a refusal is shown at. */
const AT_PASSPORT = { details: { field: 'passport' } }

/** Certificates of one issuer that wait for the holder's choice in a passport: whoever has its handle may add some, and not fill it. */
const MOST_WAITING = 10

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
  const present = await findEntries(tx, held.id)
  // Also one that was refused: what a holder decides is not said to who has the handle.
  if (present.some(({ lineageId }) => lineageId === lineage.lineageId)) return lineage.serial
  if (present.filter((entry) => entry.state === 'waiting' && entry.issuerId === issuerId).length >= MOST_WAITING)
    throw new ServiceError(
      'malformed',
      'As many of your certificates as may be wait in this passport. Its holder has to choose or remove some first.',
      AT_PASSPORT,
    )
  if (present.filter(({ state }) => state !== 'refused').length >= MOST_CERTIFICATES)
    throw new ServiceError(
      'malformed',
      'This passport is full. Its holder has to remove certificates first.',
      AT_PASSPORT,
    )
  await insertEntries(tx, held.id, [lineage], false)
  await insertActivity({ issuerId, ...by, action: 'passport.added', subject: lineage.serial }, tx)
  return lineage.serial
}
