import { Fact } from '@/components/site/fact'
import { Message } from '@/components/site/message'
import type { DocumentWire, Finding } from '@/lib/contract/check/document'
import type { Translator } from '@/lib/i18n/translate'

/** What is known of a file: findings, fingerprint, size. Where a QR code leads is text, never a link. */
export function DocumentFacts({ document, translator }: { document: DocumentWire; translator: Translator }) {
  const { t, formatNumber } = translator
  return (
    <section data-verdict>
      <h2>{t('file.heading')}</h2>
      <ul className="findings">
        {document.findings.map((finding, index) => (
          <li key={index}>
            <FindingText finding={finding} translator={translator} />
          </li>
        ))}
      </ul>
      <dl>
        <Fact term={t('file.fingerprint')}>
          <bdi translate="no" className="fingerprint">
            {document.sha256}
          </bdi>
        </Fact>
        {document.size !== null && (
          <Fact term={t('file.size')}>{t('file.bytes', { size: formatNumber(document.size) })}</Fact>
        )}
      </dl>
    </section>
  )
}

function FindingText({ finding: { id, host = '' }, translator }: { finding: Finding; translator: Translator }) {
  return (
    <Message
      translator={translator}
      id={`finding.${id}`}
      values={{ host: <bdi translate="no">{host.slice(0, 80)}</bdi> }}
    />
  )
}
