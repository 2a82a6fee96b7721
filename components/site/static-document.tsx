import type { ReactNode } from 'react'
import type { Translator } from '@/lib/i18n/translate'
import { assets } from './assets'
import { MANIFEST, TOUCH_ICON } from './site-links'
import { SiteShell } from './site-shell'

interface DocumentProps {
  translator: Translator
  host: string
  /** Path and query of this page. */
  path: string
  /** What the page is called, where that is the same whatever it shows: never a verdict's nor a person's. */
  page?: string
  /** Whether the page has anything to do in the browser. */
  script?: 'verify' | 'file' | 'home' | 'many' | 'history' | 'receipts' | 'scan' | 'badge' | 'passport'
  /** Where the site can be kept as an app on the home screen. */
  installable?: boolean
  /** Whether search engines may list it. */
  listed?: boolean
  children: ReactNode
}

/**
 * A whole page without inline scripts or styles. Title and link-preview tags are the same for every certificate and
 * every outcome: they live on in histories and chats (spec part 13). Pages that show neither are called by their heading.
 */
export function StaticDocument({ translator, host, path, page, script, installable, listed, children }: DocumentProps) {
  const { t, language, dir } = translator
  const built = assets()
  const title = t('site.title', { host })
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page === undefined ? title : t('site.pageTitle', { page, host })}</title>
        {!listed && <meta name="robots" content="noindex, nofollow, noarchive" />}
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={t('site.name')} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={t('site.description')} />
        <link rel="stylesheet" href={built.styles} />
        {built.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        {installable && (
          <>
            <link rel="manifest" href={MANIFEST} />
            <link rel="apple-touch-icon" href={TOUCH_ICON} />
          </>
        )}
        {script && <script type="module" src={built[script]} />}
      </head>
      <body>
        <SiteShell translator={translator} host={host} path={path}>
          {children}
        </SiteShell>
      </body>
    </html>
  )
}
