import { Message } from '@/components/site/message'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  document: OpenApiDocument
}

/** What holds for every endpoint (interface.md part 1). */
export function BasicsSection({ translator, document }: Props) {
  const { t } = translator
  const address = (
    <code dir="ltr" translate="no">
      {document.servers[0]?.url}
    </code>
  )
  const codes = { success: <code>success</code>, error: <code>error</code> }
  return (
    <section aria-labelledby="basics">
      <h2 id="basics">{t('docs.basics')}</h2>
      <ul className="points">
        <li>
          <Message translator={translator} id="docs.basics.address" values={{ address }} />
        </li>
        <li>{t('docs.basics.examples')}</li>
        <li>
          <Message translator={translator} id="docs.basics.json" values={codes} />
        </li>
        <li>{t('docs.basics.moment')}</li>
        <li>{t('docs.basics.person')}</li>
        <li>{t('docs.basics.times')}</li>
        <li>{t('docs.basics.fields')}</li>
        <li>{t('docs.basics.cors')}</li>
        <li>{t('docs.basics.head')}</li>
      </ul>
    </section>
  )
}
