/** The code of an authenticator app as it was typed, without spaces; "" when it cannot be one. */
export function codeOf(form: URLSearchParams): string {
  const digits = (form.get('code') ?? '').replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : ''
}
