import { WrongBox } from '@/components/file/wrong-box'
import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import { BADGES } from '@/components/site/site-links'
import { AsIssued } from '@/components/verdict/as-issued'
import { Retry } from '@/components/verdict/retry'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'
import { type BadgeNamesake, type BadgeReport, type BadgeSigner, type BadgeView, toneOf } from './badge-view'

interface Props {
  view: BadgeView
  translator: Translator
}

/** Heading and sentences of one outcome. */
export function BadgeBanner({ view, translator }: Props) {
  const { t } = translator
  switch (view.kind) {
    case 'report':
      return <ReportBanner report={view.report} checkedAt={view.checkedAt} translator={translator} />
    case 'unreadable':
      return (
        <VerdictBanner tone="unknown" heading={t('badgeUnreadable.heading')}>
          {(!view.belongs || view.belongs.kind === 'picture') && (
            <p>{t(view.finding ? `badge.code.${view.finding.code}` : 'badgeUnreadable.why')}</p>
          )}
          <p>{t('badgeUnreadable.nothing')}</p>
          {view.belongs ? (
            <WrongBox belongs={view.belongs} translator={translator} />
          ) : (
            <Again translator={translator} />
          )}
        </VerdictBanner>
      )
    case 'too_large':
      return (
        <VerdictBanner tone="unknown" heading={t('badgeTooLarge.heading')}>
          <p>{t('badge.code.too_large')}</p>
          <p>{t('badgeUnreadable.nothing')}</p>
          <Again translator={translator} />
        </VerdictBanner>
      )
    case 'nothing_sent':
      return (
        <VerdictBanner tone="unknown" heading={t('badgeNothing.heading')}>
          <p>{t('badgeForm.nothing')}</p>
          <Again translator={translator} />
        </VerdictBanner>
      )
    case 'too_many':
      return (
        <VerdictBanner tone="unknown" heading={t('tooMany.heading')}>
          <p>{t('tooMany.badge')}</p>
          <Retry translator={translator} href={BADGES} seconds={view.retryAfterSeconds} mode="manual" />
        </VerdictBanner>
      )
    case 'failed':
      return (
        <VerdictBanner tone="unknown" heading={t('couldNotCheck.heading')}>
          <p>{t('badgeUndetermined.sentence')}</p>
          <Retry translator={translator} href={BADGES} seconds={view.retryAfterSeconds} mode="manual" />
        </VerdictBanner>
      )
  }
}

function ReportBanner({
  report,
  checkedAt,
  translator,
}: {
  report: BadgeReport
  checkedAt: Date
  translator: Translator
}) {
  const { t } = translator
  const tone = toneOf(report)
  if (report.verdict === 'could_not_check') {
    return (
      <VerdictBanner tone={tone} heading={t('couldNotCheck.heading')}>
        <p>{t('badgeUndetermined.sentence')}</p>
        <p>{t('badgeUndetermined.again')}</p>
      </VerdictBanner>
    )
  }
  const { verdict, namesake } = report
  if (namesake && (verdict === 'valid' || namesake.domain !== ''))
    return <DoubtfulBanner report={report} namesake={namesake} translator={translator} />
  if (verdict === 'not_valid' || !report.signer) {
    const count = report.checks.reduce((sum, { errors }) => sum + errors.length, 0)
    return (
      <VerdictBanner tone={tone} heading={t('badgeNotValid.heading')} decision={t('badgeNotValid.sentence')}>
        <p>{t('badgeNotValid.count', { count })}</p>
        {report.verificationPath && (
          <p className="verdict-next">
            <a href={report.verificationPath}>{t('badgeValid.certificate')}</a>
          </p>
        )}
        {report.successorPath && (
          <p className="verdict-next">
            <a href={report.successorPath}>{t('receipts.openCurrent')}</a>
          </p>
        )}
      </VerdictBanner>
    )
  }
  return (
    <ValidBanner signer={report.signer} path={report.verificationPath} checkedAt={checkedAt} translator={translator} />
  )
}

function ValidBanner({
  signer,
  path,
  checkedAt,
  translator,
}: {
  signer: BadgeSigner
  path: string | null
  checkedAt: Date
  translator: Translator
}) {
  const { t } = translator
  const moment = <Moment translator={translator} date={checkedAt} />
  const name = signer.name === null ? <>{t('badgeAsserted.noName')}</> : <AsIssued text={signer.name} />
  if (signer.voucher === 'nobody') {
    return (
      <VerdictBanner tone="asserted" heading={t('badgeAsserted.heading')} decision={t('badgeAsserted.sentence')}>
        <p>
          <Message translator={translator} id="badgeAsserted.why" values={{ name }} />
        </p>
      </VerdictBanner>
    )
  }
  const host = <bdi translate="no">{signer.host ?? signer.id}</bdi>
  return (
    <VerdictBanner tone="genuine" heading={t('badgeValid.heading')}>
      <p>
        <Message
          translator={translator}
          id={signer.voucher === 'this_service' ? 'badgeValid.here' : 'badgeValid.sentence'}
          values={{ name, host, moment }}
        />
      </p>
      <p className="verdict-next">
        {path === null ? <a href="#compare">{t('genuine.next')}</a> : <a href={path}>{t('badgeValid.certificate')}</a>}
      </p>
    </VerdictBanner>
  )
}

/** The signer goes by the name of an issuer of this service: wrong where that one’s own domain would have signed. */
function DoubtfulBanner({
  report,
  namesake,
  translator,
}: {
  report: BadgeReport
  namesake: BadgeNamesake
  translator: Translator
}) {
  const { t } = translator
  const isWrong = report.verdict === 'not_valid'
  const name = report.signer?.name ?? null
  const values = {
    name: name === null ? <>{t('badgeAsserted.noName')}</> : <AsIssued text={name} />,
    known: <AsIssued text={namesake.name} />,
    domain: <bdi translate="no">{namesake.domain}</bdi>,
  }
  return (
    <VerdictBanner
      tone={toneOf(report)}
      heading={t(isWrong ? 'badgeImpostor.heading' : 'badgeNamesake.heading')}
      decision={t(isWrong ? 'badgeNotValid.sentence' : 'badgeAsserted.sentence')}
    >
      <p>
        <Message
          translator={translator}
          id={namesake.domain === '' ? 'badgeNamesake.why' : 'badgeImpostor.why'}
          values={values}
        />
      </p>
    </VerdictBanner>
  )
}

function Again({ translator: { t } }: { translator: Translator }) {
  return (
    <div className="retry">
      <a className="button primary" href={BADGES}>
        {t('badgeForm.again')}
      </a>
    </div>
  )
}
