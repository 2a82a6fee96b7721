import { securityTxt } from '@/lib/domain/issuer/security-txt'
import { env } from '@/lib/env'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }

/** The address for reports of weaknesses (RFC 9116). */
export const GET = endpoint({ group: 'keys' }, () => {
  const { BASE_URL: origin, SECURITY_CONTACT: contact = `${origin}/report` } = env()
  const text = securityTxt({ origin, contact, languages: OFFERED_LANGUAGES.map(({ code }) => code) }, Date.now())
  return plainResponse(200, HEADERS, text)
})
