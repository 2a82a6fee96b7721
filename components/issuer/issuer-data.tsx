import { dataBlock } from '@/components/verdict/credential-data'
import type { IssuerProfileWire } from '@/lib/contract/issuer/issuer'
import { isDomainRelied } from './translate-assurance'

/**
 * The organization as data for programs (schema.org). It is there only while the issuer's domain can be relied on and
 * the issuer is not suspended, because the data can express neither.
 */
export function IssuerData({ issuer }: { issuer: IssuerProfileWire }) {
  const { standing, name, verified_domain: domain, did, profile_url, description } = issuer
  if (standing !== 'good' || !isDomainRelied(issuer)) return null
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `https://${domain}`,
    identifier: did,
    mainEntityOfPage: profile_url,
    ...(description && { description }),
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: dataBlock(data) }} />
}
