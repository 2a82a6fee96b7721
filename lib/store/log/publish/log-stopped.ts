/**
 * The log must not go on: somebody else continued it, or what it stands on is older than what was published. Signing now
 * could tell two people two histories, so only the operator decides what is next.
 */
export class LogStopped extends Error {
  override name = 'LogStopped'
}

/** Files of the log are not there: nothing is signed without them, but their disk may come back. */
export class LogFilesMissing extends LogStopped {
  override name = 'LogFilesMissing'
}

/** Other keys are to sign from now on: the log is taken up again with them. */
export class LogKeysChanged extends Error {
  constructor() {
    super('The keys of the public log have changed.')
  }
}
