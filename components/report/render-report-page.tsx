import { renderDocument } from '@/components/site/render-document'
import type { Translator } from '@/lib/i18n/translate'
import { ReportPage, type ReportWords } from './report-page'
import { ReportSentPage } from './report-sent-page'

/** The form that reports a forgery or a mistake, as a whole document; the caller chooses the status and the headers. */
export function renderReport(
  translator: Translator,
  host: string,
  words: ReportWords,
  problem: string | null,
): Promise<string> {
  return renderDocument(<ReportPage {...{ translator, host, words, problem }} />)
}

/** The page after it was sent. */
export function renderReportSent(translator: Translator, host: string): Promise<string> {
  return renderDocument(<ReportSentPage {...{ translator, host }} />)
}
