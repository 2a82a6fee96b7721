import type { ReactElement } from 'react'
import { VerdictPage } from './verdict-page'
import type { VerdictView } from './verdict-view'

/**
 * Renders a whole page to static markup, doctype included.
 * React's renderer is loaded when it is first needed: the framework refuses a static import of it in its routes, and
 * bundled there it would meet the framework's own build of React.
 */
export async function renderDocument(page: ReactElement): Promise<string> {
  const { renderToStaticMarkup } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ 'react-dom/server.node'
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

/** The verification page for one outcome (definitions.md part 13); the caller chooses the status and the headers. */
export function renderVerdictPage(view: VerdictView): Promise<string> {
  return renderDocument(<VerdictPage view={view} />)
}
