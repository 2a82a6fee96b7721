import { readerError } from '@/lib/i18n/desk/reader-error'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { countPicturesOfADay } from '@/lib/store/designs/designs'
import { countActivitiesOfADay, lockActivities } from '@/lib/store/desk/activities'

/**
 * How often the people of an issuer do within a day what owners or others are told of by mail: such messages go out before
 * those that wait, and whoever gets hundreds learns to look away. What the operator does is neither bounded nor counted.
 */
export const MOST_A_DAY = {
  'key.created': 50,
  'organization.words_changed': 20,
  'person.reset_offered': 50,
  'person.role_changed': 100,
  'webhook.created': 50,
} as const

/** What the entry of a passport says whose links are mailed. */
export const MAILED = { mailed: true } as const

/** Passports of an issuer within a day whose links are mailed, all together and of one certificate. */
export const MOST_PASSPORTS = { ofAll: 200, ofOne: 5 }

/** Pictures of designs that an issuer stores within a day, most of them for previews alone: nobody takes those away again. */
export const MOST_PICTURES = 300

/** @throws ServiceError `malformed` past the bound */
export async function requireFewPictures(issuerId: string): Promise<void> {
  if ((await countPicturesOfADay(workingPool(), issuerId)) >= MOST_PICTURES)
    throw readerError('malformed', 'desk.often', { most: MOST_PICTURES })
}

/**
 * @throws ServiceError `malformed` past the bound; until the transaction ends nobody else does the same at this issuer, so that none
 *   slips by
 */
export async function requireFewADay(
  tx: Transaction,
  issuerId: string,
  action: keyof typeof MOST_A_DAY,
): Promise<void> {
  await lockActivities(tx, issuerId, action)
  const most = MOST_A_DAY[action]
  if ((await countActivitiesOfADay(tx, issuerId, action)) >= most)
    throw readerError('malformed', 'desk.often', { most })
}

/**
 * The same for passports whose links are mailed to the holder.
 * @param serial of the certificate
 */
export async function requireFewPassports(tx: Transaction, issuerId: string, serial: string): Promise<void> {
  const action = 'passport.created'
  await lockActivities(tx, issuerId, action)
  for (const [most, subject] of [
    [MOST_PASSPORTS.ofOne, serial],
    [MOST_PASSPORTS.ofAll, null],
  ] as const)
    if ((await countActivitiesOfADay(tx, issuerId, action, { subject, detail: MAILED })) >= most)
      throw readerError('malformed', 'desk.often', { most })
}
