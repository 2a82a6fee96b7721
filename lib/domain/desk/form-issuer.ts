/** The parameter of the address of a form or a download that names the issuer it was made for. */
export const FORM_ISSUER = 'for'

/**
 * The address of a form or a download of the desk that is of one issuer. The issuer stands in the address, not among the fields,
 * so that it is looked at before anything of an upload is read.
 * @param path such as `/dashboard/keys/new`, with a query or without
 */
export function formAddress(path: string, issuerId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${FORM_ISSUER}=${encodeURIComponent(issuerId)}`
}
