import { Fragment } from 'react'
import { renderDocument } from '@/components/site/render-document'
import { StaticDocument } from '@/components/site/static-document'
import { isolateCodes } from '@/lib/i18n/isolate'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'

/** A page of messages that no other sample page shows, as the catalogue has them, each below its key. */
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
            <p>{translator.dir === 'rtl' ? isolateCodes(text) : text}</p>
          </Fragment>
        ))}
      </div>
    </StaticDocument>,
  )
}
