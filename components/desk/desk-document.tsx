import type { ReactNode } from 'react'
import { assets } from '@/components/site/assets'
import { LanguageSwitch } from '@/components/site/language-switch'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'
import { DeskHead } from './desk-head'
import { DeskPages, DeskRail } from './desk-rail'
import type { DeskViewer } from './desk-viewer'

interface DeskDocumentProps {
  host: string
  /** The page's name in the title. */
  title: string
  /** Null before one is signed in. */
  viewer: DeskViewer | null
  /** Address of the page's place in the navigation, such as `/dashboard/keys`. */
  current?: string
  /** What stands in the search field. */
  sought?: string
  /** Where the choice of a language leads back to, before one is signed in. */
  back?: string
  children: ReactNode
}

/** A page of the desk: static markup without inline scripts or styles, like the verification page. */
export function DeskDocument({ host, title, viewer, current, sought, back, children }: DeskDocumentProps) {
  const { styles, fonts, desk } = assets()
  const translator = createTranslator(deskReader().language)
  const page = (
    <main id="page" tabIndex={-1}>
      {viewer && <DeskPages viewer={viewer} current={current} />}
      {children}
    </main>
  )
  return (
    <html lang={translator.language} dir={translator.dir}>
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
        <script type="module" src={desk} />
      </head>
      <body className={viewer ? 'desk desk-frame' : 'desk'}>
        <a className="skip" href="#page">
          {deskText('desk.skip')}
        </a>
        {viewer ? (
          <>
            <DeskRail viewer={viewer} current={current} />
            <DeskHead viewer={viewer} sought={sought ?? ''} />
            {page}
          </>
        ) : (
          <>
            <header className="desk-door">
              <p className="desk-of">{deskText('desk.name')}</p>
              <LanguageSwitch translator={translator} path={back ?? '/dashboard/sign-in'} />
            </header>
            {page}
          </>
        )}
      </body>
    </html>
  )
}
