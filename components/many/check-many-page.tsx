import { Message } from '@/components/site/message'
import { ReferenceField } from '@/components/site/reference-field'
import { CHECK_MANY } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { Retry } from '@/components/verdict/retry'
import { StaleVerdict } from '@/components/verdict/stale-verdict'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import { MOST_AT_ONCE } from '@/lib/contract/check/check-many'
import type { Translator } from '@/lib/i18n/translate'
import { questionOf } from '@/lib/scan/list/columns-to-ask'
import { CheckListSection } from './check-list-section'
import { CheckManyResults } from './check-many-results'
import type { CheckManyView } from './check-many-view'
import { SerialsColumn, SerialsColumnTemplates } from './serials-column'

/** The page that checks several certificates: a field for whatever holds their serials, and one table of verdicts. */
export function CheckManyPage({ translator, view }: { translator: Translator; view: CheckManyView }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={view.host} path={CHECK_MANY} page={t('many.heading')} script="many">
      <article className="sheet" data-outcome={view.kind}>
        <div data-list-problem>
          <CheckManyProblem translator={translator} view={view} />
        </div>
        <div data-column-place />
        <SerialsColumnTemplates translator={translator} />
        {view.kind === 'results' && (
          <>
            <div role="status" data-banner />
            <CheckManyResults
              translator={translator}
              rows={view.rows}
              elsewhere={view.elsewhere}
              at={view.checkedAt}
              mayChange={view.watchable}
            />
          </>
        )}
        <CheckListSection
          translator={translator}
          origin={view.origin}
          watchable={view.watchable}
          isOnly={view.kind !== 'form' && view.kind !== 'results'}
        />
        <div className={view.kind === 'form' ? 'opening' : 'opening print-hidden'}>
          {view.kind === 'form' ? <h1>{t('many.heading')}</h1> : <h2>{t('many.again')}</h2>}
          <p className="lead" data-list-lead>
            {t('many.lead', { most: MOST_AT_ONCE })}
          </p>
          <CheckManyForm translator={translator} view={view} />
        </div>
        <section className="quiet">
          <p>
            <Message
              translator={translator}
              id="site.lookAlike"
              values={{ origin: <bdi translate="no">{view.origin}/</bdi> }}
            />
          </p>
        </section>
      </article>
      {view.kind === 'results' && (
        <StaleVerdict
          translator={translator}
          checkedAt={view.checkedAt}
          path={pathOfAgain(view.serials)}
          about="passport"
        />
      )}
    </StaticDocument>
  )
}

/** With the same serials in the field: they are checked once they are sent. */
const pathOfAgain = (serials: string) =>
  serials === '' ? CHECK_MANY : `${CHECK_MANY}?${new URLSearchParams({ serials }).toString()}`

function CheckManyProblem({ translator, view }: { translator: Translator; view: CheckManyView }) {
  const { t } = translator
  switch (view.kind) {
    case 'form':
    case 'results':
      return null
    case 'none':
      return (
        <VerdictBanner tone="unknown" heading={t('many.none')}>
          <p>{t('notFound.nothing')}</p>
        </VerdictBanner>
      )
    case 'columns':
      return (
        <form action={CHECK_MANY} method="post" className="opening">
          <input type="hidden" name="lists" value={view.lists} />
          <SerialsColumn translator={translator} level={1} question={questionOf(view.columns)} columns={view.columns} />
        </form>
      )
    case 'too_many_serials':
      return (
        <VerdictBanner tone="unknown" heading={t('many.tooManyHeading')}>
          <p>
            {view.count === undefined
              ? t('many.tooManyRows', { most: MOST_AT_ONCE })
              : t('many.tooMany', { count: view.count, most: MOST_AT_ONCE })}
          </p>
        </VerdictBanner>
      )
    case 'too_many':
      return (
        <VerdictBanner tone="unknown" heading={t('tooMany.heading')}>
          <p>{view.count === undefined ? t('tooMany.sentence') : t('many.noPlaces', { count: view.count })}</p>
          <Retry
            translator={translator}
            href={pathOfAgain(view.serials)}
            seconds={view.retryAfterSeconds}
            mode="manual"
          />
        </VerdictBanner>
      )
    case 'could_not_check':
      return (
        <VerdictBanner tone="unknown" heading={t('couldNotCheck.heading')}>
          <p>{t('couldNotCheck.sentence')}</p>
          <Retry
            translator={translator}
            href={pathOfAgain(view.serials)}
            seconds={view.retryAfterSeconds}
            mode="manual"
          />
        </VerdictBanner>
      )
  }
}

function CheckManyForm({ translator: { t }, view }: { translator: Translator; view: CheckManyView }) {
  return (
    <form
      action={CHECK_MANY}
      method="post"
      encType="multipart/form-data"
      className="file-form"
      data-list-form
      data-origins={JSON.stringify([view.origin, ...view.formerOrigins])}
    >
      <label htmlFor="serials">{t('many.label')}</label>
      <textarea
        id="serials"
        name="serials"
        rows={8}
        dir="ltr"
        translate="no"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={view.serials}
        aria-describedby="serials-hint"
      />
      <label htmlFor="list-file" className="next-label">
        {t('many.file')}
      </label>
      <div className="file-row">
        <input
          id="list-file"
          name="file"
          type="file"
          accept=".csv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
          aria-describedby="serials-hint"
        />
      </div>
      <p id="serials-hint" className="hint">
        {t('many.hint')}
      </p>
      <p data-list-reference hidden>
        <label htmlFor="reference" className="next-label">
          {t('many.reference')}
        </label>
        <ReferenceField id="reference" />
      </p>
      <p className="form-end">
        <button type="submit" className={['results', 'columns'].includes(view.kind) ? 'button' : 'button primary'}>
          {t('many.submit')}
        </button>
      </p>
      <p className="file-status" role="status" />
    </form>
  )
}
