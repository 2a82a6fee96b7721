/** Bytes of a log, or of a policy, that are not what their specification says; the message is a sentence for a person. */
export class LogFormatError extends Error {
  override name = 'LogFormatError'
}
