/** The desk's address of an issuer's people. */
export const PEOPLE = '/dashboard/people'

/** Where the reports of visitors stand at the desk. */
export const REPORTS = '/dashboard/reports'

/** Where a person's own account stands at the desk. */
export const ACCOUNT = '/dashboard/account'

/** Where the desk shows what the public log has in the issuer's name. */
export const PUBLIC_LOG = '/dashboard/log'

/** Where checks and ends are counted. */
export const FIGURES = '/dashboard/figures'

/** Where the mail that goes out in an issuer's name is settled. */
export const MAIL = '/dashboard/mail'
