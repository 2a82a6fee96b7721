/** The desk's address of an issuer's people. */
export const PEOPLE = '/dashboard/people'

/** Where the reports of visitors stand at the desk. */
export const REPORTS = '/dashboard/reports'

/** Where a person's own account stands at the desk. */
export const ACCOUNT = '/dashboard/account'

/** Where checks and ends are counted. */
export const FIGURES = '/dashboard/figures'

/** Where the mail that goes out in an issuer's name is settled. */
export const MAIL = '/dashboard/mail'
