import { ServiceError } from '@/lib/errors'

/**
 * What is to be mended in a form that was sent, to be shown above it again.
 * @throws the error itself when it is of another kind
 */
export function problemOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'malformed') return error.message
  throw error
}
