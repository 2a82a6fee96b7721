import type { ReactNode } from 'react'
import { assets } from '@/components/site/assets'
import { DOCUMENTATION } from '@/components/site/site-links'
import { SiteShell } from '@/components/site/site-shell'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  /** Speaks English, as the documentation does. */
  translator: Translator
  /** Speaks the visitor's language, in which the shell is. */
  reader: Translator
  host: string
  children: ReactNode
}

/** The documentation as a whole page: no script at all, and search engines may find it. */
export function DocsDocument({ translator, reader, host, children }: Props) {
  const { t } = translator
  const { styles, fonts } = assets()
  const title = t('docs.title', { host })
  return (
    <html lang={reader.language} dir={reader.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={t('docs.description')} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={reader.t('site.name')} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={t('docs.description')} />
        <link rel="stylesheet" href={styles} />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="alternate" type="application/json" href="/api/openapi.json" />
      </head>
      <body>
        <SiteShell translator={reader} host={host} path={DOCUMENTATION}>
          {reader.language !== translator.language && <p className="docs-language">{reader.t('site.docsInEnglish')}</p>}
          <div lang={translator.language} dir={translator.dir}>
            {children}
          </div>
        </SiteShell>
      </body>
    </html>
  )
}
