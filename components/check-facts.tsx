import type { CertificateWire } from '@/lib/contract/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from './as-issued'
import { assuranceLabel } from './assurance'
import { Fact } from './fact'
import { Moment } from './moment'
import { Serial } from './serial'

interface Props {
  translator: Translator
  checkedAt: Date
  /** Absent where the check found none; an invalid one has no issuer to name. */
  certificate?: CertificateWire
  serial?: string
  /** False where the check did not run: then the time is only that of the attempt. */
  completed?: boolean
}

/** What stands beside every verdict: issuer with domain and assurance, serial, time of the check with its zone. */
export function CheckFacts({ translator, checkedAt, certificate, serial, completed = true }: Props) {
  const { t } = translator
  return (
    <>
      {certificate?.issuer.name && (
        <Fact
          term={t('field.issuer')}
          note={
            <>
              {certificate.issuer.verified_domain && (
                <>
                  <bdi translate="no">{certificate.issuer.verified_domain}</bdi> ·{' '}
                </>
              )}
              <span className={certificate.issuer.verified_domain ? undefined : 'caution'}>
                {assuranceLabel(certificate, translator)}
              </span>
            </>
          }
        >
          <AsIssued text={certificate.issuer.name} />
        </Fact>
      )}
      {serial && (
        <Fact term={t('field.serial')}>
          <Serial text={serial} />
        </Fact>
      )}
      <Fact
        term={t(completed ? 'field.checked' : 'field.tried')}
        note={
          <span data-local-time={checkedAt.toISOString()} data-template={t('local.hint', { time: '{time}' })} hidden />
        }
      >
        <Moment translator={translator} date={checkedAt} />
      </Fact>
    </>
  )
}
