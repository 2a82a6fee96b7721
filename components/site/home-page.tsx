import { DropForm } from '@/components/file/drop-form'
import { MeaningList } from '@/components/verdict/meaning-list'
import type { Translator } from '@/lib/i18n/translate'
import { Message } from './message'
import { SerialForm } from './serial-form'
import { BADGES, CHECK_MANY, DOCUMENTATION, ISSUERS, RECEIPTS, SCAN } from './site-links'

interface Props {
  translator: Translator
  /** The origin of this site, as configured: links that lead there are ours. */
  origin: string
  /** Where it stood before. */
  formerOrigins?: readonly string[]
}

/** The home page: one question, one field, one place for files, and what the answer will mean. */
export function HomePage({ translator, origin, formerOrigins = [] }: Props) {
  const { t } = translator
  return (
    <div className="sheet">
      <div className="opening">
        <h1>{t('home.heading')}</h1>
        <p className="lead">{t('home.lead')}</p>
        <p className="scan-link">
          <a className="button" href={SCAN} data-scan-link>
            {t('home.scan')}
          </a>
        </p>
        <SerialForm translator={translator} origins={[origin, ...formerOrigins]} />
      </div>
      <section>
        <h2>{t('drop.heading')}</h2>
        <DropForm translator={translator} host={new URL(origin).host} />
        <p className="buttons">
          <a className="button" href={CHECK_MANY}>
            {t('link.checkMany')}
          </a>
          <a className="button" href={RECEIPTS}>
            {t('link.receipts')}
          </a>
        </p>
      </section>
      <section>
        <h2>{t('home.badges')}</h2>
        <p className="plain">{t('home.badgesBody')}</p>
        <p className="buttons">
          <a className="button" href={BADGES}>
            {t('link.badges')}
          </a>
        </p>
      </section>
      <section>
        <h2>{t('home.issuers')}</h2>
        <p className="plain">{t('home.issuersBody')}</p>
        <p className="buttons">
          <a className="button" href={ISSUERS}>
            {t('link.issuers')}
          </a>
        </p>
      </section>
      <section>
        <h2>{t('home.answers')}</h2>
        <MeaningList translator={translator} />
      </section>
      <section>
        <h2>{t('home.developers')}</h2>
        <p className="plain">
          <Message
            translator={translator}
            id="home.api"
            values={{
              path: (
                <code dir="ltr" translate="no">
                  /api/public/credentials/
                  <wbr />
                  verify/&lt;serial&gt;
                </code>
              ),
            }}
          />
        </p>
        <p className="buttons">
          <a className="button" href={DOCUMENTATION}>
            {t('link.docs')}
          </a>
        </p>
      </section>
      <section className="quiet">
        <p>
          <Message
            translator={translator}
            id="site.lookAlike"
            values={{ origin: <bdi translate="no">{origin}/</bdi> }}
          />
        </p>
      </section>
    </div>
  )
}
