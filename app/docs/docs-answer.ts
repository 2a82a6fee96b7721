import type { FunctionComponent } from 'react'
import { DocsFailure } from '@/components/docs/docs-failure'
import type { DocsProps } from '@/components/docs/docs-frame'
import { renderPage } from '@/components/site/render-document'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { ServiceError } from '@/lib/errors'
import { sharedResponse } from '@/lib/http/answer/shared-response'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import type { PageInput } from '@/lib/http/page-endpoint'
import { VARY_BY_LANGUAGE } from '@/lib/http/request-language'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'content-language': 'en', vary: VARY_BY_LANGUAGE }

/** The pages in each language that was asked for, by name and language. They are the same for everybody, so each is made once. */
const pages = new WeakMap<OpenApiDocument, Map<string, Uint8Array>>()

/** What every page of the documentation is made from: it is in English, and what stands around it in the visitor's language. */
export function docsProps({ language }: Pick<PageInput, 'language'>): DocsProps {
  return { reader: createTranslator(language), host: site().host, document: openApiDocument() }
}

/**
 * Answers with a page that is the same for everybody.
 * @param name of the page, one of those that there are: no text of a visitor's
 */
export async function docsAnswer<P extends object>(
  input: PageInput,
  name: string,
  page: FunctionComponent<P>,
  props: P & DocsProps,
): Promise<Response> {
  const made = pages.get(props.document) ?? new Map<string, Uint8Array>()
  const key = `${name} ${input.language}`
  const bytes = made.get(key) ?? Buffer.from(await renderPage(page, props))
  pages.set(props.document, made.set(key, bytes))
  return sharedResponse(input.request, bytes, HEADERS)
}

/** The page in place of one that could not be made. */
export function docsFailure(_error: ServiceError, { language }: PageInput): Promise<string> {
  return renderPage(DocsFailure, { reader: createTranslator(language), host: site().host })
}
