import { ServiceError } from '@/lib/errors'
import { isTimeZone } from '@/lib/i18n/desk/reader'
import { findLanguage } from '@/lib/i18n/languages'
import { savePreferences } from '@/lib/store/desk/preferences'
import type { DeskPerson } from './desk-person'

/**
 * Keeps the language and the time zone that a person reads the desk in, at every issuer that they work for.
 * @throws ServiceError `malformed` for a language or zone that there is not
 */
export async function choosePreferences(person: DeskPerson, chosen: { language: string; timeZone: string }) {
  const language = findLanguage(chosen.language)
  if (!language || !isTimeZone(chosen.timeZone))
    throw new ServiceError('malformed', 'There is no such language or time zone.')
  await savePreferences(person.userId, { language: language.code, timeZone: chosen.timeZone })
}
