import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import type { Translator } from '@/lib/i18n/translate'

/** The path that the switch posts to. */
const LANGUAGE_PATH = '/language'

interface Props {
  translator: Translator
  /** Path and query of this page, to come back to. */
  path: string
}

/**
 * Every language in its own name; folded away, so that the verdict stays the first thing. A plain form, so that it
 * works without JavaScript; it posts, so that the address of a page stays one that can be handed on.
 */
export function LanguageSwitch({ translator: { t, language: current }, path }: Props) {
  const shown = OFFERED_LANGUAGES.find(({ code }) => code === current)
  return (
    <details className="languages">
      <summary>
        <svg
          width="18"
          height="18"
          viewBox="0 0 20 20"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <circle cx="10" cy="10" r="8" />
          <ellipse cx="10" cy="10" rx="3.6" ry="8" />
          <path d="M2 10h16" />
        </svg>
        <span className="spoken">{t('site.language')} </span>
        <span>{shown?.name}</span>
      </summary>
      <form method="post" action={LANGUAGE_PATH} aria-label={t('site.chooseLanguage')}>
        <input type="hidden" name="return" value={path} />
        <ul role="list">
          {OFFERED_LANGUAGES.map(({ code, name }) => (
            <li key={code}>
              <button
                type="submit"
                name="language"
                value={code}
                lang={code}
                translate="no"
                aria-current={code === current ? 'true' : undefined}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </details>
  )
}
