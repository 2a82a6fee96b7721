import type { Translator } from '@/lib/i18n/translate'

/** The link to the page for reporting a forgery or a mistake. */
export const REPORT = '/report'

/** The address of the form, with the serial that is looked at, which may be any text that was asked for. */
export function reportPath(serial: string): string {
  return serial === ''
    ? REPORT
    : `${REPORT}?${new URLSearchParams({ serial: [...serial].slice(0, 200).join('') }).toString()}`
}

/** The way to the form that reports a forgery or a mistake; the same one whatever is known of the serial. */
export function ReportLink({ translator, serial = '' }: { translator: Translator; serial?: string }) {
  return (
    <p className="report-link print-hidden">
      <a href={reportPath(serial)}>{translator.t('report.link')}</a>
    </p>
  )
}
