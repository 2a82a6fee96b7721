import type { ReactNode } from 'react'
import type { Translator } from '@/lib/i18n/translate'
import { LanguageSwitch } from './language-switch'
import { Message } from './message'
import { HOME, SITE_LINKS } from './site-links'

interface ShellProps {
  translator: Translator
  host: string
  /** Path and query of this page, which the language switch comes back to. */
  path: string
  children: ReactNode
}

/** The bar with the site's name and host, and the footer; around the static documents and the other pages alike. */
export function SiteShell({ translator, host, path, children }: ShellProps) {
  const { t } = translator
  return (
    <>
      <header className="bar">
        <a className="bar-name" href={HOME}>
          {t('site.name')}
        </a>
        <span className="bar-host">
          <Message translator={translator} id="site.youAreOn" values={{ host: <bdi translate="no">{host}</bdi> }} />
        </span>
        <LanguageSwitch translator={translator} path={path} />
      </header>
      <main>{children}</main>
      <footer className="foot">
        <nav aria-label={t('site.footer')}>
          <ul>
            {SITE_LINKS.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{t(label)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </footer>
    </>
  )
}
