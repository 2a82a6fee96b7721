import { Fragment } from 'react'
import { Message } from '@/components/site/message'
import { CopyText } from '@/components/verdict/copy-text'
import { Serial } from '@/components/verdict/serial'
import { verdictPath } from '@/components/verdict/verdict-view'
import type { WatchedCertificate, WatchList } from '@/lib/domain/watch/watch-list'
import { WATCH_LIST } from './watch-paths'
import { WatchSerialsField } from './watch-serials-field'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

interface Props extends WatchPageProps {
  list: WatchList
  /** The private link, whose secret each form sends on. */
  link: string
  problem?: string | null
  done?: readonly string[]
}

/** What somebody watches, to end, renew and add to it. Each change is a plain form, which carries the secret in its body. */
export function WatchListPage({ translator, host, list, link, problem = null, done = [] }: Props) {
  const { t } = translator
  const page = { translator, host, path: WATCH_LIST, problem, done }
  if (list.certificates.length === 0)
    return (
      <WatchSheet {...page} heading={t('watch.nothing')}>
        <p className="lead">{t('watch.nothingLead')}</p>
      </WatchSheet>
    )
  return (
    <WatchSheet {...page} heading={t('watch.listHeading')} script="passport">
      <p className="lead">
        <Message
          translator={translator}
          id="watch.listLead"
          values={{ email: <bdi translate="no">{list.email}</bdi> }}
        />
      </p>
      <p className="plain">{t('watch.listLink')}</p>
      <CopyText translator={translator} id="watch-link" text={link} />
      <form method="post" action={WATCH_LIST} className="passport-form watch-list">
        <input type="hidden" name="link" value={link} />
        <fieldset>
          <legend className="spoken">{t('watch.listHeading')}</legend>
          {list.certificates.map((certificate) => (
            <Watched key={certificate.lineageId} translator={translator} certificate={certificate} />
          ))}
        </fieldset>
        <p className="buttons">
          <button type="submit" name="action" value="renew" className="button">
            {t('watch.renew')}
          </button>
          <button type="submit" name="action" value="end" className="button">
            {t('watch.end')}
          </button>
        </p>
      </form>
      <h2 className="watch-next">{t('watch.more')}</h2>
      <form method="post" action={WATCH_LIST} className="report-form">
        <input type="hidden" name="link" value={link} />
        <WatchSerialsField translator={translator} />
        <button type="submit" name="action" value="add" className="button">
          {t('watch.add')}
        </button>
      </form>
      <h2 className="watch-next">{t('watch.stopHeading')}</h2>
      <p className="plain">{t('watch.stopLead')}</p>
      <form method="post" action={WATCH_LIST}>
        <input type="hidden" name="link" value={link} />
        <button type="submit" name="action" value="stop" className="button">
          {t('watch.stop')}
        </button>
      </form>
    </WatchSheet>
  )
}

function Watched({ translator, certificate }: Pick<Props, 'translator'> & { certificate: WatchedCertificate }) {
  const { t, formatDate } = translator
  const { lineageId, serial, earlier, expiresAt, toldAt } = certificate
  const id = `watch-${lineageId}`
  return (
    <div className="choice">
      <input id={id} type="checkbox" name="certificate" value={lineageId} aria-labelledby={`${id}-serial`} />
      <span>
        <a href={verdictPath(serial)} id={`${id}-serial`}>
          <Serial text={serial} />
        </a>
        {earlier.length > 0 && (
          <small>
            <Message
              translator={translator}
              id="watch.earlier"
              values={{
                serials: (
                  <>
                    {earlier.map((one, at) => (
                      <Fragment key={one}>
                        {at > 0 && ' · '}
                        <Serial text={one} />
                      </Fragment>
                    ))}
                  </>
                ),
              }}
            />
          </small>
        )}
        <small>{t('watch.until', { day: formatDate(expiresAt) })}</small>
        {toldAt && <small>{t('watch.told', { day: formatDate(toldAt) })}</small>}
      </span>
    </div>
  )
}
