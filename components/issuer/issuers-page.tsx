import { Message } from '@/components/site/message'
import { issuerPath, ISSUERS } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { AsIssued } from '@/components/verdict/as-issued'
import type { IssuerEntryWire } from '@/lib/contract/issuer/issuer'
import type { Translator } from '@/lib/i18n/translate'
import { IssuerFailure } from './issuer-failure'
import { IssuerSearchForm } from './issuer-search-form'
import type { DirectoryOutcome, PageAddress } from './issuer-view'
import { isDomainRelied, translateAssurance } from './translate-assurance'

type Found = Extract<DirectoryOutcome, { kind: 'found' }>

/** The directory of issuers. */
export function IssuersPage({ translator, view }: { translator: Translator; view: DirectoryOutcome & PageAddress }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={view.host} path={view.path} page={t('issuers.heading')}>
      <div className="sheet">
        {view.kind === 'found' ? (
          <>
            <div className="opening">
              <h1>{t('issuers.heading')}</h1>
              <p className="lead">{t('issuers.lead')}</p>
              <IssuerSearchForm translator={translator} query={view.query} />
            </div>
            <section>
              <h2>
                {view.query ? (
                  <Message
                    translator={translator}
                    id="issuers.foundFor"
                    values={{ query: <bdi translate="no">{view.query}</bdi> }}
                  />
                ) : (
                  t('issuers.all')
                )}
              </h2>
              <Results translator={translator} found={view} />
            </section>
          </>
        ) : (
          <IssuerFailure translator={translator} kind={view.kind} />
        )}
      </div>
    </StaticDocument>
  )
}

function Results({ translator, found }: { translator: Translator; found: Found }) {
  const { t } = translator
  const { issuers, query, nextCursor, isFirst } = found
  const next = new URLSearchParams({ ...(query && { q: query }), ...(nextCursor && { cursor: nextCursor }) })
  return (
    <>
      {issuers.length > 0 ? (
        <ul className="issuers">
          {issuers.map((issuer) => (
            <Entry key={issuer.slug} translator={translator} issuer={issuer} />
          ))}
        </ul>
      ) : (
        <p className="plain">{t(query ? 'issuers.none' : 'issuers.empty')}</p>
      )}
      {(nextCursor || !isFirst) && (
        <p className="buttons issuer-pages">
          {!isFirst && (
            <a className="button" href={query ? `${ISSUERS}?${new URLSearchParams({ q: query })}` : ISSUERS}>
              {t('issuers.first')}
            </a>
          )}
          {nextCursor && (
            <a className="button" href={`${ISSUERS}?${next}`}>
              {t('issuers.next')}
            </a>
          )}
        </p>
      )}
    </>
  )
}

function Entry({ translator, issuer }: { translator: Translator; issuer: IssuerEntryWire }) {
  const { name, slug, verified_domain: domain, standing, description } = issuer
  return (
    <li>
      <a href={issuerPath(slug)}>
        <AsIssued text={name} />
      </a>
      <p className="issuer-assurance">
        {domain && (
          <>
            <bdi translate="no">{domain}</bdi> ·{' '}
          </>
        )}
        <span className={isDomainRelied(issuer) ? undefined : 'caution'}>
          {translateAssurance({ issuer }, translator)}
        </span>
      </p>
      {description !== null && (
        <p className="own-words">
          <AsIssued text={description} />
        </p>
      )}
      {standing === 'suspended' && <p className="issuer-suspended">{translator.t('issuers.suspended')}</p>}
    </li>
  )
}
