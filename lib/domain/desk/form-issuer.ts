/** The parameter of the address of a form or a download that names the issuer it was made for. */
export const FORM_ISSUER = 'for'

/** The one that names who opened its page: a form that waits on a shared computer is not sent as whoever signs in there next. */
export const FORM_PERSON = 'opened_by'

/**
 * The address of a form or a download of the desk that is of one issuer. The issuer stands in the address, not among the fields,
 * so that it is looked at before anything of an upload is read.
 * @param path such as `/dashboard/keys/new`, with a query or without
 * @param userId of who opened the page
 */
export function formAddress(path: string, issuerId: string, userId?: string): string {
  const by = userId === undefined ? '' : `&${FORM_PERSON}=${encodeURIComponent(userId)}`
  return `${path}${path.includes('?') ? '&' : '?'}${FORM_ISSUER}=${encodeURIComponent(issuerId)}${by}`
}

/** The address of a form of a person's own account. @param path without a query @param userId of who opened the page */
export function accountAddress(path: string, userId: string): string {
  return `${path}?${FORM_PERSON}=${encodeURIComponent(userId)}`
}
