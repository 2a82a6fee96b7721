import { WrongBox } from '@/components/file/wrong-box'
import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import { RECEIPTS } from '@/components/site/site-links'
import { listedWords } from '@/components/verdict/outcome-words'
import { Retry } from '@/components/verdict/retry'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Tone } from '@/components/verdict/verdict-view'
import type { ReceiptFailure, ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import type { ReceiptView } from './receipt-view'

const FAILURES: Record<ReceiptFailure, MessageKey> = {
  no_receipt: 'receipts.failure.none',
  several_receipts: 'receipts.failure.several',
  not_a_receipt: 'receipts.failure.another',
  other_service: 'receipts.failure.otherService',
  unknown_key: 'receipts.failure.unknownKey',
  key_compromised: 'receipts.failure.compromised',
  signature_invalid: 'receipts.failure.signature',
  claims_malformed: 'receipts.failure.another',
  content_differs: 'receipts.failure.differs',
}

const HEADINGS: Partial<Record<string, MessageKey>> = {
  several_receipts: 'receipts.severalHeading',
  other_service: 'receipts.otherServiceHeading',
}

/** Heading and sentences for a receipt: what it said then and what is true now, or why it proves nothing. */
export function ReceiptBanner({ view, translator }: { view: ReceiptView; translator: Translator }) {
  const { t } = translator
  switch (view.kind) {
    case 'valid':
      return <ValidBanner receipt={view.receipt} translator={translator} />
    case 'not_valid':
      return (
        <VerdictBanner tone="stop" heading={t('receipts.bad')} decision={t('receipts.badSentence')}>
          <p>{t(FAILURES[view.failure])}</p>
        </VerdictBanner>
      )
    case 'unreadable':
      return (
        <VerdictBanner
          tone="unknown"
          heading={t(
            HEADINGS[view.failure ?? ''] ?? (view.failure || view.belongs ? 'receipts.notOne' : 'receipts.unreadable'),
          )}
          decision={t('fileRefused.nothing')}
        >
          <p>{t(view.failure ? FAILURES[view.failure] : 'receipts.nothing')}</p>
          {view.belongs && <WrongBox belongs={view.belongs} translator={translator} />}
        </VerdictBanner>
      )
    case 'too_large':
      return (
        <VerdictBanner tone="unknown" heading={t('receipts.unreadable')} decision={t('fileRefused.nothing')}>
          <p>{t('receipts.tooLarge')}</p>
        </VerdictBanner>
      )
    case 'several':
      return (
        <VerdictBanner tone="unknown" heading={t('receipts.severalHeading')} decision={t('fileRefused.nothing')}>
          <p>{t('receipts.severalHow')}</p>
        </VerdictBanner>
      )
    case 'could_not_check':
    case 'too_many':
      return (
        <VerdictBanner
          tone="unknown"
          heading={t(view.kind === 'too_many' ? 'tooMany.heading' : 'couldNotCheck.heading')}
        >
          <p>{t('couldNotCheck.sentence')}</p>
          <Retry translator={translator} href={RECEIPTS} seconds={view.retryAfterSeconds} mode="manual" />
        </VerdictBanner>
      )
  }
}

/** Never green: the file may show whatever its maker liked, and is not what was checked. */
function ValidBanner({ receipt, translator }: { receipt: ReceiptValidation; translator: Translator }) {
  const { t } = translator
  const { then, now } = receipt
  const [first] = then
  if (!first) return null
  const date = new Date(first.verified_at)
  const changed = now.filter(({ overall_status: status }, index) => status !== then[index]?.overall_status).length
  const [one] = now
  const values = {
    moment: <Moment translator={translator} date={date} />,
    count: then.length,
    changed,
    then: <strong>{t(listedWords(first.overall_status, first.serial).heading)}</strong>,
    now: <strong>{t(listedWords(one?.overall_status ?? 'not_found', one?.serial ?? '').heading)}</strong>,
  }
  const isMany = receipt.kind === 'batch_receipt'
  return (
    <VerdictBanner tone={worstTone(now)} heading={t(isMany ? 'receipts.goodMany' : 'receipts.good')}>
      <p>
        <Message translator={translator} id={isMany ? 'receipts.thenNowMany' : 'receipts.thenNow'} values={values} />
      </p>
      <p>{t('receipts.claimsOnly')}</p>
    </VerdictBanner>
  )
}

/** One that must not be accepted gives the whole receipt its tone. */
function worstTone(now: ReceiptValidation['now']): Tone {
  const tones = now.map(({ overall_status: status, serial }) => listedWords(status, serial).tone)
  return tones.find((tone) => tone === 'stop') ?? tones.find((tone) => tone !== 'genuine') ?? 'asserted'
}
