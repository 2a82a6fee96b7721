import { Serial } from '@/components/verdict/serial'

/** The desk's address of an issuer's certificates. */
export const CERTIFICATES = '/dashboard/certificates'

/** Where what was searched for begins on that page: on a phone the fields of the search fill more than the screen. */
export const FOUND = 'found'

/** Where a search leads. */
export const SEARCH = `${CERTIFICATES}#${FOUND}`

/** Where several certificates are dealt with at once. */
export const SELECTED = '/dashboard/selected'

/** The certificates of a batch as such a selection: the first ones, or those after a line. */
export function batchSelection({ batch, after }: { batch: string; after?: string }): string {
  return `${SELECTED}?${new URLSearchParams({ batch, ...(after !== undefined && { after }) }).toString()}`
}

/** Where a certificate stands at the desk. */
export function certificatePath(serial: string): string {
  return `${CERTIFICATES}/${encodeURIComponent(serial)}`
}

/** The list of certificates that fit a search; fields that are empty are left out. */
export function searchAddress(fields: object): string {
  const asked = Object.entries(fields as Readonly<Record<string, string>>).filter(([, value]) => value !== '')
  const search = new URLSearchParams(asked).toString()
  return search === '' ? CERTIFICATES : `${CERTIFICATES}?${search}`
}

/** A serial that leads to its certificate. */
export function CertificateLink({ serial }: { serial: string }) {
  return (
    <a href={certificatePath(serial)}>
      <Serial text={serial} />
    </a>
  )
}
