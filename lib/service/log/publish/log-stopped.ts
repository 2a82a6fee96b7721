/**
 * The log must not go on: somebody else continued it, or what it stands on is older than what was published. Signing now
 * could tell two people two histories, so only the operator decides what is next.
 */
export class LogStopped extends Error {
  override name = 'LogStopped'
}
