import { Serial } from '../serial'

/** Where a certificate stands at the desk. */
export function certificatePath(serial: string): string {
  return `/dashboard/certificates/${encodeURIComponent(serial)}`
}

/** A serial that leads to its certificate. */
export function CertificateLink({ serial }: { serial: string }) {
  return (
    <a href={certificatePath(serial)}>
      <Serial text={serial} />
    </a>
  )
}
