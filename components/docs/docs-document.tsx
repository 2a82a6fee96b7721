import type { ReactNode } from 'react'
import { assets } from '@/components/site/assets'
import { SiteShell } from '@/components/site/site-shell'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  /** Speaks English, as the documentation does. */
  translator: Translator
  /** Speaks the visitor's language, in which the shell is. */
  reader: Translator
  host: string
  /** Address of this page, which the language switch comes back to. */
  path: string
  /** What this page of the documentation is called, where it is not the first. */
  title?: string
  /** Whether search engines leave it out. */
  isUnlisted?: boolean
  /** What the page loads of its own: Swagger UI, where requests are tried out. */
  own?: { script: string; styles: string }
  children: ReactNode
}

/** A page of the documentation as a whole document: without a script of its own no script at all. */
export function DocsDocument({ translator, reader, host, path, isUnlisted, own, children, ...rest }: Props) {
  const { t } = translator
  const { styles, fonts } = assets()
  const whole = t('docs.title', { host })
  const title = rest.title === undefined ? whole : `${rest.title} · ${whole}`
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
        {isUnlisted && <meta name="robots" content="noindex" />}
        {own && <link rel="stylesheet" href={own.styles} />}
        <link rel="stylesheet" href={styles} />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="alternate" type="application/json" href="/api/openapi.json" />
        {own && <script type="module" src={own.script} />}
      </head>
      <body>
        <SiteShell translator={reader} host={host} path={path}>
          {reader.language !== translator.language && <p className="docs-language">{reader.t('site.docsInEnglish')}</p>}
          <div lang={translator.language} dir={translator.dir}>
            {children}
          </div>
        </SiteShell>
      </body>
    </html>
  )
}
