/** Where everything of the desk lives. */
export const DESK = '/dashboard'

const BASE = 'https://desk.invalid'

/**
 * A path of the desk to go on to after signing in, as it came in an address: anything else leads to the start, so that
 * no link can send a person elsewhere after signing in (open redirect).
 * @param text such as `/dashboard/certificates?q=x`, or null
 */
export function deskPath(text: string | null | undefined): string {
  if (!text || text.length > 500 || !/^\/dashboard(?:[/?]|$)[\x21-\x7e]*$/.test(text)) return DESK
  if (/[\\]|\/\/|\/\.{1,2}(\/|$|\?)|%(2e|2f|5c)/i.test(text)) return DESK
  const url = URL.canParse(text, BASE) ? new URL(text, BASE) : null
  if (url?.origin !== BASE || !/^\/dashboard(\/|$)/.test(url.pathname)) return DESK
  return `${url.pathname}${url.search}`
}
