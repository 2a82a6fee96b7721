import { ServiceError } from '@/lib/errors'

/**
 * The sentence on what is wrong in a form that was sent, to be shown above the form again.
 * @throws the error itself when it is of another kind
 */
export function problemOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'malformed') return error.message
  throw error
}
