/** The address that files of certificates are sent to. */
export const DESK_ISSUE = '/dashboard/issue'
