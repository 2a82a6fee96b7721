import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'

/** The languages that recipients are written to in, each by its own name. */
export function LanguageOptions() {
  return OFFERED_LANGUAGES.map(({ code, name }) => (
    <option key={code} value={code} lang={code} translate="no">
      {name}
    </option>
  ))
}
