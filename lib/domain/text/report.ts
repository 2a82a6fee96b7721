/** The subjects of a report. */
export const REPORT_KINDS = ['forgery', 'mistake'] as const

export type ReportKind = (typeof REPORT_KINDS)[number]

/** How long the text of a report may be, in characters. */
export const REPORT_LENGTH = 2000

/** How long what a reporter wrote is kept: after the report was closed, and at most; in days. */
export const KEPT_AFTER_CLOSING = 90
export const KEPT_AT_MOST = 365
