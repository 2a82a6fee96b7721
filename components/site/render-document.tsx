import { createElement, type FunctionComponent, type ReactElement } from 'react'
import { KeptPages } from '@/components/verdict/kept/kept-pages'
import { VerdictPage } from '@/components/verdict/verdict-page'
import type { VerdictView } from '@/components/verdict/verdict-view'

/** Renders a whole page to static markup, doctype included. */
export async function renderDocument(page: ReactElement): Promise<string> {
  return (await documents())(page)
}

let toDocument: ((page: ReactElement) => string) | undefined

/** Loaded once: to ask for a module that is there takes as long as a small page. */
async function documents(): Promise<(page: ReactElement) => string> {
  if (toDocument) return toDocument
  const { renderToStaticMarkup } = await import('react-dom/server')
  return (toDocument = (page) => `<!doctype html>${renderToStaticMarkup(page)}`)
}

/** The same for a component with its properties, for those who write no markup themselves. */
export function renderPage<Props extends object>(page: FunctionComponent<Props>, props: Props): Promise<string> {
  return renderDocument(createElement(page, props))
}

/** The verification page for one outcome (spec part 13); the caller chooses the status and the headers. */
export function renderVerdictPage(view: VerdictView): Promise<string> {
  return renderDocument(<VerdictPage view={view} />)
}

const kept = new KeptPages()

/**
 * The same, put together from a template where pages of its shape were rendered before.
 * @param differs is told when a template gave another page than rendering
 */
export function keptVerdictPage(view: VerdictView, differs: () => void): Promise<string | Uint8Array> {
  return kept.page(view, verdictPages, differs)
}

async function verdictPages(): Promise<(view: VerdictView) => string> {
  const render = await documents()
  return (view) => render(<VerdictPage view={view} />)
}
