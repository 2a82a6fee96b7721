import { Fact } from '@/components/site/fact'
import { issuerPath } from '@/components/site/site-links'
import { AsIssued } from '@/components/verdict/as-issued'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { isDomainRelied, translateAssurance } from './translate-assurance'

interface Props {
  translator: Translator
  issuer: CertificateWire['issuer']
}

/** The issuer's name, its domain and how far that domain was verified; links to the issuer's page. */
export function IssuerFact({ translator, issuer }: Props) {
  const { name, slug, verified_domain: domain } = issuer
  return (
    <Fact
      term={translator.t('field.issuer')}
      note={
        <>
          {domain && (
            <>
              <bdi translate="no">{domain}</bdi> ·{' '}
            </>
          )}
          <span className={isDomainRelied(issuer) ? undefined : 'caution'}>
            {translateAssurance({ issuer }, translator)}
          </span>
        </>
      }
    >
      {slug ? (
        <a href={issuerPath(slug)}>
          <AsIssued text={name} />
        </a>
      ) : (
        <AsIssued text={name} />
      )}
    </Fact>
  )
}
