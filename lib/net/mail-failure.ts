/** The reason why a message was not accepted. */
type MailOutcome =
  /** The mail server itself cannot be used: no message can be sent now. */
  | 'down'
  /** This message may be tried again. */
  | 'later'
  /** It will never be accepted. */
  | 'refused'
  /** Its text was handed over and the answer was lost: it may have been delivered, and must not be sent again. */
  | 'unknown'

/**
 * A message was not accepted. Carries a word for what happened and nothing of what the other side said, which may hold
 * addresses or passwords.
 */
export class MailFailure extends Error {
  override name = 'MailFailure'

  constructor(
    readonly outcome: MailOutcome,
    /** Such as `login`, `tls`, `connection`, `rejected_550`, `deferred_451`. */
    readonly word: string,
  ) {
    super(`mail: ${word}`)
  }
}
