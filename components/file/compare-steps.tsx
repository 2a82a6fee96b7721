import { Message } from '@/components/site/message'
import { AsIssued } from '@/components/verdict/as-issued'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { CompareBox } from './compare-box'

/** What a genuine result does not show, and the three steps that are left to the person who decides. */
export function CompareSteps({ certificate, translator }: { certificate: CertificateWire; translator: Translator }) {
  const { t } = translator
  const values = {
    issuer: <AsIssued text={certificate.issuer.name} />,
    name: <AsIssued text={certificate.recipient.full_name} />,
  }
  return (
    <section id="compare" aria-labelledby="compare-heading" data-verdict>
      <h2 id="compare-heading">{t('compare.heading')}</h2>
      <p className="plain">
        <Message translator={translator} id="compare.shows" values={values} />
      </p>
      <ol className="steps">
        <li>{t('compare.document')}</li>
        <li>{t('compare.identity')}</li>
        <li>{t('compare.differs')}</li>
      </ol>
      <CompareBox name={certificate.recipient.full_name} translator={translator} />
    </section>
  )
}
