import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { anchorOf } from './docs-anchor'

const BEFORE: [string, MessageKey][] = [
  ['basics', 'docs.basics'],
  ['outcomes', 'docs.outcomes'],
  ['authentication', 'docs.authentication'],
]
const AFTER: [string, MessageKey][] = [
  ['objects', 'docs.objects'],
  ['webhooks', 'docs.webhooks'],
  ['errors', 'docs.errors'],
  ['rate-limits', 'docs.limits'],
]

/** The table of contents. */
export function DocsContents({ translator: { t }, document }: { translator: Translator; document: OpenApiDocument }) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const link = ([anchor, label]: [string, MessageKey]) => (
    <li key={anchor}>
      <a href={`#${anchor}`}>{t(label)}</a>
    </li>
  )
  return (
    <nav className="contents" aria-label={t('docs.contents')}>
      <ul>
        {BEFORE.map(link)}
        {document.tags.map(({ name }) => (
          <li key={name}>
            <a href={`#${anchorOf(name)}`}>
              <ContractText text={name} />
            </a>
            <ul>
              {operations
                .filter(({ tags }) => tags.includes(name))
                .map(({ operationId, summary }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`}>
                      <ContractText text={summary} />
                    </a>
                  </li>
                ))}
            </ul>
          </li>
        ))}
        {AFTER.map(link)}
      </ul>
    </nav>
  )
}
