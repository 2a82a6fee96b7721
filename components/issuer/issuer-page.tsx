import { ISSUERS } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { AsIssued } from '@/components/verdict/as-issued'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'
import { IssuerData } from './issuer-data'
import { IssuerFactsList } from './issuer-facts-list'
import { IssuerFailure } from './issuer-failure'
import { IssuerKeys } from './issuer-keys'
import { IssuerSearchForm } from './issuer-search-form'
import type { IssuerOutcome, PageAddress } from './issuer-view'

interface Props {
  translator: Translator
  view: IssuerOutcome & PageAddress
}

/** The public page of an issuer. */
export function IssuerPage({ translator, view }: Props) {
  const page = view.kind === 'profile' ? view.issuer.name : translator.t('issuers.heading')
  return (
    <StaticDocument translator={translator} host={view.host} path={view.path} page={page}>
      <article className="sheet">{body(translator, view)}</article>
    </StaticDocument>
  )
}

function body(translator: Translator, view: IssuerOutcome) {
  const { t } = translator
  if (view.kind === 'missing')
    return (
      <div className="opening">
        <h1>{t('issuer.missing')}</h1>
        <p className="lead">{t('issuer.missingBody')}</p>
        <IssuerSearchForm translator={translator} />
      </div>
    )
  if (view.kind !== 'profile') return <IssuerFailure translator={translator} kind={view.kind} />
  const { issuer } = view
  const name = <AsIssued text={issuer.name} />
  return (
    <>
      {issuer.standing === 'suspended' ? (
        <VerdictBanner tone="stop" heading={name} decision={t('issuers.suspended')}>
          <p>{t('issuer.suspendedBody')}</p>
        </VerdictBanner>
      ) : (
        <div className="opening issuer-name">
          <h1>{name}</h1>
        </div>
      )}
      <IssuerFactsList translator={translator} issuer={issuer} />
      <section>
        <h2>{t('issuer.meaningHeading')}</h2>
        <p className="plain">{t('issuer.meaning')}</p>
      </section>
      <IssuerKeys translator={translator} issuer={issuer} />
      <section className="quiet">
        <a className="button" href={ISSUERS}>
          {t('issuer.directory')}
        </a>
      </section>
      <IssuerData issuer={issuer} />
    </>
  )
}
