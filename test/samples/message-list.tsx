import { IntlMessageFormat } from 'intl-messageformat'
import { Fragment } from 'react'
import { renderDocument } from '@/components/site/render-document'
import { StaticDocument } from '@/components/site/static-document'
import { isolateCodes } from '@/lib/i18n/isolate'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'

/** Whole numbers that have every plural form of our languages between them. */
const COUNTS = [0, 1, 2, 3, 11, 100]

/** A message with the names of its values in place, once for each of its plural forms. */
function formsOf(text: string, language: LanguageCode): string[] {
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  const names = [...text.matchAll(/\{(\w+)(, *(?:plural|number))?/g)]
  const counted = new Set(names.filter(([, , kind]) => kind).map(([, name]) => name))
  const shown = COUNTS.map((count) =>
    String(
      format.format(Object.fromEntries(names.map(([, name = '']) => [name, counted.has(name) ? count : `{${name}}`]))),
    ),
  )
  return /, *plural,/.test(text) ? [...new Set(shown)] : shown.slice(-1)
}

/** A page of messages that no other sample page shows, each below its key. */
export function renderMessages(language: LanguageCode, messages: readonly (readonly [string, string])[]) {
  const translator = createTranslator(language)
  return renderDocument(
    <StaticDocument translator={translator} host="verify.example.org" path="/">
      <div className="sheet">
        {messages.map(([key, text]) => (
          <Fragment key={key}>
            <p className="hint" dir="ltr">
              {key}
            </p>
            {formsOf(translator.dir === 'rtl' ? isolateCodes(text) : text, language).map((form) => (
              <p key={form}>{form}</p>
            ))}
          </Fragment>
        ))}
      </div>
    </StaticDocument>,
  )
}
