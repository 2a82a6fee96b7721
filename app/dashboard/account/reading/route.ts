import { seeOther } from '@/lib/http/desk/see-other'
import { choosePreferences } from '@/lib/service/desk/choose-preferences'
import { deskPage } from '../../desk'

/** Where whoever had to sign in comes back to. */
export const GET = deskPage(() => seeOther('/dashboard/account'))

/** Keeps the language and the time zone that a person reads the desk in. */
export const POST = deskPage(async ({ person, form }) => {
  await choosePreferences(person, { language: form.get('language') ?? '', timeZone: form.get('time_zone') ?? '' })
  return seeOther('/dashboard/account?done=reading')
})
