import { APIError } from 'better-auth/api'
import { ServiceError } from '@/lib/errors'
import { ADDRESS_HEADER } from './auth'

/** The origin of a request to the desk. */
export interface From {
  /** The `cookie` header, or "". */
  cookie: string
  /** Our computed address of the caller. */
  address: string
  userAgent: string
}

/** What a sign-in step came to: `set-cookie` values for the answer, and what the library said. */
export interface AuthAnswer {
  cookies: string[]
  body: Record<string, unknown>
}

/** The headers that the sign-in library sees: no more than it needs, the address being ours. */
export function authHeaders(from: From): Headers {
  return new Headers({ cookie: from.cookie, [ADDRESS_HEADER]: from.address, 'user-agent': from.userAgent })
}

/**
 * Runs one call of the sign-in library.
 * @param call made with `asResponse: true`
 * @returns null when it refused, whatever its reason: no refusal says why (user enumeration)
 * @throws ServiceError `unavailable` when it failed
 */
export async function authCall(call: () => Promise<Response>): Promise<AuthAnswer | null> {
  try {
    const response = await call()
    if (response.status >= 500) throw new Error(`sign-in answered ${response.status}`)
    if (!response.ok) return null
    const text = await response.text()
    return {
      cookies: response.headers.getSetCookie(),
      body: text === '' ? {} : ((JSON.parse(text) ?? {}) as Record<string, unknown>),
    }
  } catch (cause) {
    if (cause instanceof APIError && typeof cause.statusCode === 'number' && cause.statusCode < 500) return null
    throw new ServiceError('unavailable', 'Signing in is not possible just now. Try again in a moment.', { cause })
  }
}

/** The token of the session that these `set-cookie` values begin, or null when they begin none. */
export function sessionTokenOf(cookies: readonly string[]): string | null {
  for (const cookie of cookies) {
    const value = /^(?:__Secure-)?desk\.session_token=([^;]*)/.exec(cookie)?.[1]
    if (value) return decodeURIComponent(value).split('.')[0] ?? null
  }
  return null
}
