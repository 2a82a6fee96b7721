import type { ReactNode } from 'react'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { createTranslator, type Translator } from '@/lib/i18n/translate'
import { DocsContents } from './docs-contents'
import { DocsDocument } from './docs-document'
import { DocsSearchForm } from './docs-search-form'

/** What every page of the documentation is made from. */
export interface DocsProps {
  /** Speaks the visitor's language; the documentation itself is in English. */
  reader: Translator
  host: string
  document: OpenApiDocument
}

interface Props extends DocsProps {
  /** Address of this page, which the language switch comes back to. */
  path: string
  /** Name of this page among `docsPlaces`; null for one that is not there. */
  name: string | null
  /** What the page is called; the documentation itself where left out. */
  title?: string
  heading: string
  /** Below the heading. */
  opening?: ReactNode
  /** What was searched for. */
  words?: string
  /** Whether search engines leave it out. */
  isUnlisted?: boolean
  children: ReactNode
}

/** A page of the documentation: heading, search, the other pages, and what it is about. */
export function DocsFrame({ reader, host, document, path, name, title, heading, opening, words, ...rest }: Props) {
  const translator = createTranslator('en')
  return (
    <DocsDocument {...{ translator, reader, host, path, title }} isUnlisted={rest.isUnlisted}>
      <div className="docs">
        <div className="sheet docs-opening">
          <h1>{heading}</h1>
          {opening}
          <DocsSearchForm translator={translator} words={words} />
        </div>
        <DocsContents translator={translator} document={document} name={name} />
        <div className="sheet">{rest.children}</div>
      </div>
    </DocsDocument>
  )
}
