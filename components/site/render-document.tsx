import { createElement, type FunctionComponent, type ReactElement } from 'react'
import { VerdictPage } from '@/components/verdict/verdict-page'
import type { VerdictView } from '@/components/verdict/verdict-view'

/** Renders a whole page to static markup, doctype included. */
export async function renderDocument(page: ReactElement): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

/** The same for a component with its properties, for those who write no markup themselves. */
export function renderPage<Props extends object>(page: FunctionComponent<Props>, props: Props): Promise<string> {
  return renderDocument(createElement(page, props))
}

/** The verification page for one outcome (spec part 13); the caller chooses the status and the headers. */
export function renderVerdictPage(view: VerdictView): Promise<string> {
  return renderDocument(<VerdictPage view={view} />)
}
