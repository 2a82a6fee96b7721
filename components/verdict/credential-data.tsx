import { isDomainRelied } from '@/components/issuer/translate-assurance'
import type { VerifyAnswer } from '@/lib/contract/check/verification'

interface Props {
  answer: VerifyAnswer
  /** The page's own address. */
  address: string
}

/**
 * What the page is about, for programs: an EducationalOccupationalCredential of schema.org, without the person. Stands on
 * the page of a verified certificate alone, since it says nothing of withdrawal or expiry, and names the issuer's domain only
 * while that can be relied on. A data block is never run, so
 * the content security policy needs no exception for it.
 */
export function CredentialData({ answer, address }: Props) {
  if (answer.verification.overall_status !== 'verified') return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: credentialData(answer, address) }} />
}

/** The same as the text of a data block. */
export function credentialData({ certificate }: VerifyAnswer, address: string): string {
  const { event, issuer, issued_at, expires_at, serial } = certificate
  return dataBlock({
    '@context': 'https://schema.org',
    '@type': 'EducationalOccupationalCredential',
    credentialCategory: 'certificate',
    name: event.title,
    identifier: serial,
    url: address,
    dateCreated: issued_at,
    ...(expires_at && { expires: expires_at }),
    recognizedBy: {
      '@type': 'Organization',
      name: issuer.name,
      ...(isDomainRelied(issuer) && { url: `https://${issuer.verified_domain}` }),
    },
  })
}

/** JSON in which nothing can end the element that it stands in, or begin a comment there: `<`, `>` and `&` are escaped. */
export function dataBlock(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
