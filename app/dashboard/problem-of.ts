import type { FieldProblem } from '@/components/desk/field-problem'
import { ServiceError } from '@/lib/errors'
import { deskRefusal } from '@/lib/i18n/desk/refusal'

/**
 * The sentence on what is wrong in a form that was sent, to be shown above the form again, in the reader's
 * language where it is known in it.
 * @throws the error itself when it is of another kind
 */
export function problemOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'malformed') return deskRefusal(error.message).text
  throw error
}

/**
 * The same with the field that is wrong, where the error names one.
 * @throws as `problemOf`
 */
export function fieldProblemOf(error: unknown): string | FieldProblem {
  const text = problemOf(error)
  const field = error instanceof ServiceError ? error.details.field : undefined
  return typeof field === 'string' ? { field, text } : text
}
