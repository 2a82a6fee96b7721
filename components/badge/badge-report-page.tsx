import { ReportLink } from '@/components/report/report-link'
import { Message } from '@/components/site/message'
import { BADGES } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { CheckFacts } from '@/components/verdict/check-facts'
import { StaleVerdict } from '@/components/verdict/stale-verdict'
import type { Translator } from '@/lib/i18n/translate'
import { BadgeBanner } from './badge-banner'
import { BadgeChecks } from './badge-checks'
import { BadgeCompare } from './badge-compare'
import { BadgeFacts } from './badge-facts'
import { BadgeFindings } from './badge-findings'
import type { BadgeView } from './badge-view'

/**
 * The result of checking a badge, whole: the verdict first, then what is wrong, then what the badge is and what was
 * checked.
 */
export function BadgeReportPage({ view, translator }: { view: BadgeView; translator: Translator }) {
  const { t } = translator
  const report = view.kind === 'report' ? view.report : null
  return (
    <StaticDocument translator={translator} host={view.host} path={BADGES} script="verify">
      <article className="sheet" data-outcome={report?.verdict ?? view.kind}>
        <div role="status" data-banner>
          <BadgeBanner view={view} translator={translator} />
        </div>
        {report && <BadgeFindings checks={report.checks} translator={translator} />}
        {report ? (
          <BadgeFacts report={report} checkedAt={view.checkedAt} translator={translator} />
        ) : (
          <section aria-label={t('details.check')}>
            <dl>
              <CheckFacts translator={translator} checkedAt={view.checkedAt} completed={false} />
            </dl>
          </section>
        )}
        {report?.verdict === 'valid' && report.signer && (
          <BadgeCompare signer={report.signer} translator={translator} />
        )}
        {report && <BadgeChecks checks={report.checks} translator={translator} />}
        <section className="quiet">
          <ReportLink translator={translator} />
          {report && (
            <p className="print-hidden">
              <a className="button" href={BADGES}>
                {t('badgeForm.again')}
              </a>
            </p>
          )}
          <p>
            <Message
              translator={translator}
              id="site.lookAlike"
              values={{ origin: <bdi translate="no">{view.origin}/</bdi> }}
            />
          </p>
        </section>
      </article>
      {report && <StaleVerdict translator={translator} checkedAt={view.checkedAt} path={BADGES} about="badge" />}
    </StaticDocument>
  )
}
