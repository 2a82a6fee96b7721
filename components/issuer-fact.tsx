import type { CertificateWire } from '@/lib/contract/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from './as-issued'
import { assuranceLabel } from './assurance'
import { Fact } from './fact'

interface Props {
  translator: Translator
  issuer: CertificateWire['issuer']
}

/** The issuer's name with its domain and how far that was seen to be its own. */
export function IssuerFact({ translator, issuer }: Props) {
  const { name, verified_domain: domain } = issuer
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
          <span className={domain ? undefined : 'caution'}>{assuranceLabel({ issuer }, translator)}</span>
        </>
      }
    >
      <AsIssued text={name} />
    </Fact>
  )
}
