import { Serial } from '@/components/verdict/serial'

/** The desk's address of an issuer's certificates. */
export const CERTIFICATES = '/dashboard/certificates'

/** Where a certificate stands at the desk. */
export function certificatePath(serial: string): string {
  return `${CERTIFICATES}/${encodeURIComponent(serial)}`
}

/** A serial that leads to its certificate. */
export function CertificateLink({ serial }: { serial: string }) {
  return (
    <a href={certificatePath(serial)}>
      <Serial text={serial} />
    </a>
  )
}
