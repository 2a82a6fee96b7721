import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { anchorOf } from './docs-anchor'
import { DOCS_TRY, docsPlaces, type DocsPlace } from './docs-places'
import { namedObjects } from './fields'

interface Props {
  translator: Translator
  document: OpenApiDocument
  /** The page that this stands on; null for one that is not listed. */
  name: string | null
}

/** What stands on a page, by its anchor. */
interface Part {
  anchor: string
  label: { key: MessageKey } | { text: string }
}

const OVERVIEW: [string, MessageKey][] = [
  ['basics', 'docs.basics'],
  ['outcomes', 'docs.outcomes'],
  ['authentication', 'docs.authentication'],
]

/** Every page of the documentation, and what stands on this one. */
export function DocsContents({ translator: { t }, document, name }: Props) {
  const words = (label: Part['label']) => ('key' in label ? t(label.key) : <ContractText text={label.text} />)
  return (
    <nav className="contents" aria-label={t('docs.contents')}>
      <ul>
        {docsPlaces(document).map((place) => (
          <li key={place.path}>
            <a href={place.path} aria-current={place.name === name ? 'page' : undefined}>
              {words(place.title)}
            </a>
            {place.name === name && (
              <ul>
                {partsOf(place, document).map(({ anchor, label }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`}>{words(label)}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        <li>
          <a href={DOCS_TRY}>{t('docs.try')}</a>
        </li>
      </ul>
    </nav>
  )
}

function partsOf({ name }: DocsPlace, document: OpenApiDocument): Part[] {
  const named = (parts: [string, MessageKey][]) => parts.map(([anchor, key]) => ({ anchor, label: { key } }))
  if (name === '') return named(OVERVIEW)
  if (name === 'objects') return namedObjects(document).map((text) => ({ anchor: text, label: { text } }))
  if (name === 'errors') return named([['rate-limits', 'docs.limits']])
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ tags }) => tags.some((tag) => anchorOf(tag) === name))
    .map(({ operationId, summary }) => ({ anchor: operationId, label: { text: summary } }))
}
