import { ownPath } from './own-path'

/** The path of the desk. */
export const DESK = '/dashboard'

/**
 * A path of the desk to go on to after signing in, as it came in an address: anything else leads to the start, so that
 * no link can send a person elsewhere after signing in (open redirect).
 * @param text such as `/dashboard/certificates?q=x`, or null
 */
export function deskPath(text: string | null): string {
  const path = ownPath(text ?? '')
  return path !== null && /^\/dashboard(?:[/?]|$)/.test(path) ? path : DESK
}
