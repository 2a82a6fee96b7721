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
  return (toDocument = (page) => `<!doctype html>${holdTemplates(renderToStaticMarkup(page))}`)
}

const MEANT: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/**
 * Holds what scripts show later in an attribute of its `<template>`. Programs that read a page as text (assistants, text browsers)
 * print what stands between its tags: beside a genuine certificate, that a name is different, and that the result is no longer shown.
 */
function holdTemplates(html: string): string {
  return html.replace(/<template([^>]*)>(.*?)<\/template>/gs, (_, data: string, markup: string) => {
    const held = markup.replace(/[&"<>]/g, (mark) => MEANT[mark] ?? mark)
    return `<template${data} data-markup="${held}"></template>`
  })
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

/** How such a page is rendered as its components are written. */
export async function verdictPages(): Promise<(view: VerdictView) => string> {
  const render = await documents()
  return (view) => render(<VerdictPage view={view} />)
}
