import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { PRIVACY } from './site-links'
import { StaticDocument } from './static-document'

/** The privacy page, in sections by whom they concern. docs/privacy.md says the same at length. */
const SECTIONS: { heading: MessageKey; sentences: MessageKey[] }[] = [
  {
    heading: 'privacy.certificateHeading',
    sentences: ['privacy.certificateKept', 'privacy.certificateWho', 'privacy.certificateLong'],
  },
  {
    heading: 'privacy.rightsHeading',
    sentences: ['privacy.rightsCorrect', 'privacy.rightsErase', 'privacy.rightsStays', 'privacy.rightsBackups'],
  },
  {
    heading: 'privacy.checkHeading',
    sentences: [
      'privacy.checkCount',
      'privacy.checkFiles',
      'privacy.checkReport',
      'privacy.checkWatch',
      'privacy.checkDevice',
      'privacy.checkCookie',
    ],
  },
  { heading: 'privacy.deskHeading', sentences: ['privacy.desk'] },
]

/** What is kept of whom, why, for how long, and who can see it. */
export function PrivacyPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={PRIVACY} page={t('privacy.heading')}>
      <article className="sheet">
        <div className="opening">
          <h1>{t('privacy.heading')}</h1>
          <p className="lead">{t('privacy.lead')}</p>
        </div>
        {SECTIONS.map(({ heading, sentences }) => (
          <section key={heading}>
            <h2>{t(heading)}</h2>
            {sentences.map((sentence) => (
              <p className="plain" key={sentence}>
                {t(sentence)}
              </p>
            ))}
          </section>
        ))}
      </article>
    </StaticDocument>
  )
}
