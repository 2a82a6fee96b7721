/** The parameter of a form's address that names the issuer it was made for. */
export const FORM_ISSUER = 'for'

/**
 * The address of a form of the desk that changes something of an issuer. It stands in the address, not among the fields,
 * so that it is looked at before anything of an upload is read.
 * @param path such as `/dashboard/keys/new`
 */
export function formAddress(path: string, issuerId: string): string {
  return `${path}?${FORM_ISSUER}=${encodeURIComponent(issuerId)}`
}
