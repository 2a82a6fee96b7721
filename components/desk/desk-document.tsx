import type { ReactNode } from 'react'
import { deskText } from '@/lib/i18n/desk/text'
import { assets } from '@/components/site/assets'
import { DeskBar } from './desk-bar'
import type { DeskViewer } from './desk-viewer'

interface DeskDocumentProps {
  host: string
  /** The page's name in the title. */
  title: string
  /** Null before one is signed in. */
  viewer: DeskViewer | null
  /** Address of the page's place in the navigation, such as `/dashboard/keys`. */
  current?: string
  script?: 'desk'
  children: ReactNode
}

/** A page of the desk: static markup without inline scripts or styles, like the verification page. */
export function DeskDocument({ host, title, viewer, current, script, children }: DeskDocumentProps) {
  const { styles, fonts, desk } = assets()
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{deskText('desk.title', { page: title, host })}</title>
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <link rel="stylesheet" href={styles} />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        {script && <script type="module" src={desk} />}
      </head>
      <body className="desk">
        <a className="skip" href="#page">
          {deskText('desk.skip')}
        </a>
        <DeskBar viewer={viewer} current={current} />
        <main id="page" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  )
}
