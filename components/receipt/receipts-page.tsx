import { PasteForm } from '@/components/site/paste-form'
import { RECEIPTS } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { ReceiptsHere } from './receipts-here'

const ACCEPTED = '.pdf,.json,.jwt,.txt,application/pdf,application/json,application/jwt,text/plain'

/** The page that takes a receipt: as a file or as its text; a plain form, so that it works without JavaScript. */
export function ReceiptsPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={RECEIPTS} page={t('receipts.heading')} script="receipts">
      <div className="sheet">
        <div className="opening">
          <h1>{t('receipts.heading')}</h1>
          <p className="lead">{t('receipts.lead')}</p>
          <ReceiptForm translator={translator} />
        </div>
        <ReceiptsHere translator={translator} />
        <section className="quiet">
          <h2>{t('receipts.whatHeading')}</h2>
          <p className="plain">{t('receipts.what')}</p>
        </section>
      </div>
    </StaticDocument>
  )
}

function ReceiptForm({ translator }: { translator: Translator }) {
  const { t } = translator
  const words = {
    file: t('receipts.file'),
    hint: t('receipts.hint'),
    submit: t('receipts.submit'),
    tooLarge: t('receipts.tooLarge'),
    nothing: t('receipts.nothing'),
  }
  return <PasteForm translator={translator} action={RECEIPTS} name="receipt" accept={ACCEPTED} words={words} />
}
