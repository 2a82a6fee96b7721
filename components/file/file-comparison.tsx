import { AsIssued } from '@/components/verdict/as-issued'
import type { ComparedPictures } from '@/components/verdict/verdict-view'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Comparison } from '@/lib/contract/check/document'
import type { Translator } from '@/lib/i18n/translate'
import { CompareBox } from './compare-box'

interface Props {
  certificate: CertificateWire
  comparison: Comparison
  pictures: ComparedPictures | null
  translator: Translator
}

/** The file beside the issued one: what differs in words, both pages with what differs marked, and the name box. */
export function FileComparison({ certificate, comparison, pictures, translator }: Props) {
  const { t } = translator
  return (
    <section className="compared" aria-labelledby="compared-heading" data-verdict>
      <h2 id="compared-heading">{t('compared.heading')}</h2>
      {comparison.differences.length > 0 && <Differences comparison={comparison} translator={translator} />}
      {pictures ? (
        <>
          <p className="plain">{t(pictures.marks.length > 0 ? 'compared.marked' : 'compared.look')}</p>
          <div className="compared-pages">
            <Page caption={t('compared.issued')} png={pictures.issued} marks={pictures.marks} />
            <Page caption={t('compared.found')} png={pictures.found} marks={pictures.marks} />
          </div>
        </>
      ) : (
        <p className="plain">{t('compared.undrawn')}</p>
      )}
      <CompareBox name={certificate.recipient.full_name} translator={translator} />
    </section>
  )
}

function Differences({ comparison, translator: { t } }: Pick<Props, 'comparison' | 'translator'>) {
  return comparison.differences.map(({ field, issued, found }, index) => (
    <div key={index} className="compare-result stop">
      <p>
        <strong>{t(`differs.${field}`)}</strong>
      </p>
      <dl className="compare-names">
        <dt>{t('compared.issued')}</dt>
        <dd>{issued === '' ? t('compared.nothing') : <AsIssued text={issued} />}</dd>
        <dt>{t('compared.found')}</dt>
        <dd>{found === '' ? t('compared.unread') : <AsIssued text={found} />}</dd>
      </dl>
    </div>
  ))
}

interface PageProps {
  caption: string
  /** Base64. */
  png: string
  marks: ComparedPictures['marks']
}

/** One first page, drawn by the service; the marks are drawn over it, so that they print and scale with it. */
function Page({ caption, png, marks }: PageProps) {
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <div className="compared-page">
        <img src={`data:image/png;base64,${png}`} alt={caption} />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {marks.map((mark, index) => (
            <rect key={index} {...mark} />
          ))}
        </svg>
      </div>
    </figure>
  )
}
