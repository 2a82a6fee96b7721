import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { assets } from '@/components/assets'
import { FailedWordsProvider } from '@/components/failed-words'
import { SiteShell } from '@/components/site-shell'
import { pagePath, pageTranslator } from './page-translator'
import { site } from './site'

/** A page that is made ahead of time gets no nonce, and then none of its scripts run. */
export const dynamic = 'force-dynamic'

/** Title and link-preview tags of every page. */
export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTranslator()
  const { host, origin } = site()
  const title = t('site.title', { host })
  const description = t('site.description')
  return {
    metadataBase: new URL(origin),
    title,
    description,
    referrer: 'no-referrer',
    formatDetection: { telephone: false, date: false, address: false, email: false },
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
    openGraph: { type: 'website', siteName: t('site.name'), title, description },
  }
}

/** The shell around every page that Next renders. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const translator = await pageTranslator()
  const { t } = translator
  const failed = { heading: t('failed.heading'), body: t('failed.body'), again: t('failed.again') }
  const { styles, fonts } = assets()
  return (
    <html lang={translator.language} dir={translator.dir}>
      <head>
        <link rel="stylesheet" href={styles} />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
      </head>
      <body>
        <SiteShell translator={translator} host={site().host} path={await pagePath()}>
          <FailedWordsProvider words={failed}>{children}</FailedWordsProvider>
        </SiteShell>
      </body>
    </html>
  )
}
