import { ServiceError } from '@/lib/errors'

/** A failure of a file store, described for the log and the operator; never sent to a caller. */
class FileStoreError extends Error {
  override name = 'FileStoreError'
}

/**
 * A file store that cannot be used just now: 503.
 * @param message what went wrong, for the operator; holds no key
 */
export function fileStoreFailure(message: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', 'The file store cannot be used just now. Try again in a moment.', {
    cause: new FileStoreError(message, { cause }),
    retryAfterSeconds: 5,
  })
}

/** What the operator is told of a failure: of a file store the reason itself. */
export function explainFileFailure(error: unknown): string {
  if (isFileStoreFailure(error)) return error.cause.message
  return error instanceof Error ? error.message : String(error)
}

/** Whether the file store, not the file, is what failed. */
export function isFileStoreFailure(error: unknown): error is ServiceError & { cause: FileStoreError } {
  return error instanceof ServiceError && error.cause instanceof FileStoreError
}
