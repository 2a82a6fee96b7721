import { RECEIPTS } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { ReceiptsHere } from './receipts-here'

/** The page that takes a receipt: as a file or as its text; a plain form, so that it works without JavaScript. */
export function ReceiptsPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={RECEIPTS} script="receipts">
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

function ReceiptForm({ translator: { t } }: { translator: Translator }) {
  return (
    <form
      action={RECEIPTS}
      method="post"
      encType="multipart/form-data"
      className="file-form"
      data-badge-form
      data-file-ready={t('badgeForm.fileReady', { name: '{name}' })}
      data-text-ready={t('badgeForm.textReady')}
      data-too-large={t('receipts.tooLarge')}
      data-nothing={t('receipts.nothing')}
    >
      <label htmlFor="receipt-file">{t('receipts.file')}</label>
      <div className="file-row">
        <input
          id="receipt-file"
          name="file"
          type="file"
          accept=".pdf,.json,.jwt,.txt,application/pdf,application/json,application/jwt,text/plain"
          aria-describedby="receipt-hint"
        />
      </div>
      <label htmlFor="receipt-text" className="next-label">
        {t('badgeForm.text')}
      </label>
      <textarea
        id="receipt-text"
        name="text"
        rows={5}
        dir="ltr"
        translate="no"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby="receipt-hint"
      />
      <p id="receipt-hint" className="hint">
        {t('receipts.hint')}
      </p>
      <p className="form-end">
        <button type="submit" className="button primary">
          {t('receipts.submit')}
        </button>
      </p>
      <p className="file-status" role="status" />
    </form>
  )
}
