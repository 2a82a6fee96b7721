/** Where files of certificates are sent. */
export const DESK_ISSUE = '/dashboard/issue'
