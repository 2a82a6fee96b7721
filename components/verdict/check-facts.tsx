import { IssuerFact } from '@/components/issuer/issuer-fact'
import { Fact } from '@/components/site/fact'
import { Moment } from '@/components/site/moment'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { Serial } from './serial'

interface Props {
  translator: Translator
  checkedAt: Date
  /** Absent if the check found no certificate. An invalid certificate has no issuer to name. */
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
      {certificate?.issuer.name && <IssuerFact translator={translator} issuer={certificate.issuer} />}
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
