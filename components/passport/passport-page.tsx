import { ReportLink } from '@/components/report/report-link'
import { Message } from '@/components/site/message'
import { StaticDocument } from '@/components/site/static-document'
import { AsIssued } from '@/components/verdict/as-issued'
import { CheckFacts } from '@/components/verdict/check-facts'
import { StaleVerdict } from '@/components/verdict/stale-verdict'
import type { Translator } from '@/lib/i18n/translate'
import { PassportEntrySection } from './passport-entry-section'
import { PassportFailure } from './passport-failure'
import type { PassportOutcome, PassportView } from './passport-view'

interface Props {
  translator: Translator
  view: PassportView
}

/** The public page of a passport, whole: what the holder chose, each with its own verdict, and what that does not show. */
export function PassportPage({ translator, view }: Props) {
  const { host, origin, path } = view
  return (
    <StaticDocument translator={translator} host={host} path={path} script="verify">
      <article className="sheet" data-outcome={view.kind}>
        {view.kind === 'answer' ? (
          <Answer translator={translator} view={view} />
        ) : (
          <PassportFailure translator={translator} view={view} />
        )}
        <section className="quiet">
          <p>
            <Message
              translator={translator}
              id="site.lookAlike"
              values={{ origin: <bdi translate="no">{origin}/</bdi> }}
            />
          </p>
          <ReportLink translator={translator} serial={onlySerial(view)} />
          {view.kind === 'answer' && (
            <p className="print-only">
              <Message
                translator={translator}
                id="print.checked"
                values={{
                  moment: translator.formatMoment(new Date(view.passport.verified_at)),
                  address: <bdi translate="no">{origin + path}</bdi>,
                }}
              />
            </p>
          )}
        </section>
      </article>
      {view.kind === 'answer' && (
        <StaleVerdict
          translator={translator}
          checkedAt={new Date(view.passport.verified_at)}
          path={path}
          about="passport"
        />
      )}
    </StaticDocument>
  )
}

/** Of the one certificate that is shown with its serial; with several the reporter says which. */
function onlySerial(view: PassportView): string {
  const [first, ...others] = view.kind === 'answer' ? view.passport.certificates : []
  return others.length === 0 ? (first?.serial ?? '') : ''
}

type AnswerView = Extract<PassportOutcome, { kind: 'answer' }>

function Answer({ translator, view: { passport } }: { translator: Translator; view: AnswerView }) {
  const { t } = translator
  const { name, name_shown: nameShown, certificates } = passport
  const shown = certificates.filter((certificate) => certificate.overall_status !== 'invalid').length
  return (
    <>
      <div role="status" data-banner>
        <div className="opening passport-opening">
          <h1>{t('passport.heading')}</h1>
          {name !== null && (
            <p className="name">
              <AsIssued text={name} />
            </p>
          )}
          <p className="plain">{t('passport.chosen')}</p>
          {!nameShown && <p className="plain">{t('passport.nameHidden')}</p>}
          {nameShown && name === null && shown > 1 && <p className="plain caution">{t('passport.namesDiffer')}</p>}
        </div>
      </div>
      <div data-verdict>
        <section aria-label={t('details.check')}>
          <dl>
            <CheckFacts translator={translator} checkedAt={new Date(passport.verified_at)} />
          </dl>
        </section>
        {certificates.length === 0 && (
          <section>
            <p className="plain">{t('passport.none')}</p>
          </section>
        )}
        {certificates.map((certificate, index) => (
          <PassportEntrySection
            key={index}
            translator={translator}
            certificate={certificate}
            showName={name === null && nameShown}
          />
        ))}
        <section>
          <h2>{t('passport.meansHeading')}</h2>
          <p className="plain">{t('passport.means')}</p>
          <p className="plain">{t(nameShown ? 'passport.compare' : 'passport.compareHidden')}</p>
        </section>
      </div>
    </>
  )
}
