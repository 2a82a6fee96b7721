import { ReferenceField } from '@/components/site/reference-field'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { linkedInAddress } from './linkedin-address'
import { ShareLink } from './share-link'
import type { CopyLink } from './verdict-view'

const LABELS: Record<Exclude<CopyLink['kind'], 'receipt'>, MessageKey> = {
  jpeg: 'copy.jpeg',
  open_badge: 'copy.openBadge',
}

interface Props {
  certificate: CertificateWire
  copies: CopyLink[]
  /** Whether it is genuine and current: only then is there something to put into a profile. */
  current: boolean
  translator: Translator
}

/**
 * Links to files, and printing. The certificate's own files are offered only while it is issued; a receipt is
 * evidence of whatever the outcome was, so it stands with all of them. The script shows the buttons that print and share.
 */
export function KeepACopy({ certificate, copies, current, translator }: Props) {
  const { t } = translator
  const issued = certificate.status === 'issued'
  const receipt = copies.find(({ kind }) => kind === 'receipt')
  const pdf = issued ? certificate.pdf_url : undefined
  const empty = !receipt && !pdf && (!issued || copies.length === 0)
  return (
    <section className="keep" data-verdict data-needs-script={empty || undefined} hidden={empty}>
      <h2>{t('copy.heading')}</h2>
      <div className="buttons">
        {pdf && (
          <a className="button" href={pdf}>
            {t('copy.pdf')}
          </a>
        )}
        {copies.map(
          ({ kind, href }) =>
            issued &&
            kind !== 'receipt' && (
              <a key={kind} className="button" href={href} rel="nofollow" download={kind === 'open_badge' || undefined}>
                {t(LABELS[kind])}
              </a>
            ),
        )}
        {certificate.verification_url && <ShareLink translator={translator} url={certificate.verification_url} />}
        <button type="button" className="button" data-print hidden>
          {t('copy.print')}
        </button>
        {current && (
          <a className="button" href={linkedInAddress(certificate)} rel="noopener noreferrer nofollow">
            {t('copy.linkedIn')}
          </a>
        )}
      </div>
      {receipt && <ReceiptForm address={receipt.href} translator={translator} />}
    </section>
  )
}

/** Asks for the receipt, with a reference of the reader's own, such as a case number. */
function ReceiptForm({ address, translator: { t } }: { address: string; translator: Translator }) {
  const [action, query] = address.split('?')
  return (
    <form action={action} method="get" className="receipt-form print-hidden">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="receipt-reference">{t('many.reference')}</label>
      <div className="keep-row">
        <ReferenceField id="receipt-reference" />
        <button type="submit" className="button">
          {t('copy.receipt')}
        </button>
      </div>
    </form>
  )
}
