import { renderDocument } from '@/components/site/render-document'
import type { Translator } from '@/lib/i18n/translate'
import { BadgePage } from './badge-page'
import { BadgeReportPage } from './badge-report-page'
import type { BadgeView } from './badge-view'

/** The page that takes a badge, as a whole document. */
export function renderBadgeForm(translator: Translator, host: string): Promise<string> {
  return renderDocument(<BadgePage translator={translator} host={host} />)
}

/** What came of checking a badge, as a whole document; the caller chooses the status and the headers. */
export function renderBadgeReport(translator: Translator, view: BadgeView): Promise<string> {
  return renderDocument(<BadgeReportPage translator={translator} view={view} />)
}
