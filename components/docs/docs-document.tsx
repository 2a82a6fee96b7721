import type { ReactNode } from 'react'
import type { Translator } from '@/lib/i18n/translate'
import { assets } from '../assets'
import { SiteShell } from '../site-shell'

interface Props {
  translator: Translator
  host: string
  children: ReactNode
}

/** The documentation as a whole page: no script at all, and search engines may find it. */
export function DocsDocument({ translator, host, children }: Props) {
  const { t, language, dir } = translator
  const { styles, fonts } = assets()
  const title = t('docs.title', { host })
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={t('docs.description')} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={t('site.name')} />
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
        <SiteShell translator={translator} host={host}>
          {children}
        </SiteShell>
      </body>
    </html>
  )
}
