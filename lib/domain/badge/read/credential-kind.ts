/** What a credential is checked as: a badge, or an endorsement that stands in one. */
export type CredentialKind = 'badge' | 'endorsement'
