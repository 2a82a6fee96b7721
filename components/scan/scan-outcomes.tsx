import { Message } from '@/components/site/message'
import { SCAN } from '@/components/site/site-links'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'
import type { ElsewhereReason, TextReason } from '@/lib/scan/judge/scan-verdict'

interface Props {
  translator: Translator
  /** The host of this site. */
  host: string
}

/** Typed as records, so that no reason can be left out. A page of our own is nothing to be warned of. */
const ELSEWHERE: Record<Exclude<ElsewhereReason, 'own_other_page'>, true> = {
  other_site: true,
  letters_like_ours: true,
  spelt_like_ours: true,
  our_name_other_ending: true,
  our_name_inside: true,
  user_info: true,
  other_port: true,
  other_scheme: true,
  disguised_address: true,
  own_redirect: true,
}
const TEXT: Record<TextReason | 'own_other_page', true> = {
  empty: true,
  too_long: true,
  disguised_serial: true,
  broken_address: true,
  program: true,
  contact: true,
  wifi: true,
  plain: true,
  own_other_page: true,
}

/**
 * What the page says where a code does not lead straight to a verdict, as templates with places that the script fills
 * with text, and a sentence for each reason. What a code holds is never a link.
 */
export function ScanOutcomes({ translator, host }: Props) {
  const { t } = translator
  return (
    <>
      <template data-outcome="elsewhere">
        <VerdictBanner tone="stop" heading={t('scan.elsewhere.heading')} decision={t('scan.elsewhere.sentence')}>
          <Reasons translator={translator} host={host} reasons={ELSEWHERE} />
        </VerdictBanner>
        <Held translator={translator} label={t('scan.elsewhere.address')} next={t('scan.elsewhere.next')} dir="ltr" />
      </template>
      <template data-outcome="text">
        <VerdictBanner tone="unknown" heading={t('scan.text.heading')} decision={t('scan.text.sentence')}>
          <Reasons translator={translator} host={host} reasons={TEXT} />
        </VerdictBanner>
        <Held translator={translator} label={t('scan.text.holds')} next={t('scan.text.next')} dir="auto" />
      </template>
      <template data-outcome="offline">
        <VerdictBanner tone="unknown" heading={t('couldNotCheck.heading')} decision={t('offline.sentence')}>
          <p>{t('couldNotCheck.sentence')}</p>
          <p className="buttons retry">
            <a className="button primary" href={SCAN}>
              {t('offline.link')}
            </a>
          </p>
        </VerdictBanner>
      </template>
      <template data-outcome="several">
        <VerdictBanner tone="unknown" heading={t('scan.several.heading')}>
          <p>{t('scan.several.sentence')}</p>
        </VerdictBanner>
        <section>
          <ul className="choices" data-slot="choices" />
          <Again translator={translator} />
        </section>
      </template>
    </>
  )
}

/** The script keeps the one that applies. */
function Reasons<Reason extends ElsewhereReason | TextReason>({
  translator,
  host,
  reasons,
}: Props & { reasons: Record<Reason, true> }) {
  const values = {
    host: <bdi translate="no" className="found" data-slot="host" />,
    ours: <bdi translate="no">{host}</bdi>,
  }
  return (Object.keys(reasons) as Reason[]).map((reason) => (
    <p key={reason} data-reason={reason}>
      <Message translator={translator} id={`scan.reason.${reason}`} values={values} />
    </p>
  ))
}

interface HeldProps {
  translator: Translator
  label: string
  next: string
  dir: 'ltr' | 'auto'
}

/** What the code holds, as text, and what to do now. */
function Held({ translator, label, next, dir }: HeldProps) {
  return (
    <section>
      <h2>{label}</h2>
      <p className="held">
        <bdi translate="no" dir={dir} data-slot="held" />
      </p>
      <p className="plain">{next}</p>
      <Again translator={translator} />
    </section>
  )
}

function Again({ translator: { t } }: { translator: Translator }) {
  return (
    <p className="buttons">
      <button type="button" className="button primary" data-again>
        {t('scan.again')}
      </button>
    </p>
  )
}
