import { chooseLanguage } from '@/lib/i18n/choose-language'
import type { LanguageCode } from '@/lib/i18n/languages'

/** The cookie of the language switch. Only the switch sets it, and only this file reads it. */
const LANGUAGE_COOKIE = 'lang'

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/** What an answer in the visitor's language depends on (RFC 9110, section 12.5.5). */
export const VARY_BY_LANGUAGE = 'accept-language, cookie'

/**
 * The language in which a request is answered: what the switch has stored, else what the browser asks for.
 * @param headers of a Request, or what `headers()` of next/headers gives
 */
export function requestLanguage(headers: { get(name: string): string | null }): LanguageCode {
  return chooseLanguage(cookieValue(headers.get('cookie')), headers.get('accept-language'))
}

/**
 * The value of `set-cookie` that keeps a choice of language for a year.
 * @param secure whether the site is reached over https
 */
export function languageCookie(language: LanguageCode, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax; HttpOnly`
  return `${LANGUAGE_COOKIE}=${language}; ${attributes}${secure ? '; Secure' : ''}`
}

function cookieValue(cookies: string | null): string | null {
  const prefix = `${LANGUAGE_COOKIE}=`
  for (const pair of (cookies ?? '').split(';')) {
    const text = pair.trim()
    if (text.startsWith(prefix)) return text.slice(prefix.length)
  }
  return null
}
