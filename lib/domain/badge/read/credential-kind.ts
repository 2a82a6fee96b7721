/** The rules that a credential is checked by: those of a badge, or of an endorsement within one. */
export type CredentialKind = 'badge' | 'endorsement'
