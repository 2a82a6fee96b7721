import type { FormProblem } from '@/components/desk/field-problem'
import { ServiceError } from '@/lib/errors'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { deskText } from '@/lib/i18n/desk/text'

/** The labels of the reasons of a withdrawal, by which a sentence names what it refuses. */
export const REASONS = { reason: 'withdraw.reason', public_reason: 'withdraw.publicReason' } as const

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
 * @param labels of the form's fields, for errors that begin with the label of one, in quotation marks
 * @throws as `problemOf`
 */
export function fieldProblemOf(
  error: unknown,
  labels: Readonly<Record<string, DeskKey>> = {},
): NonNullable<FormProblem> {
  const text = problemOf(error)
  const named = error instanceof ServiceError ? error.details.field : undefined
  const [, label] = error instanceof ServiceError ? (/^“([^”]+)”/.exec(error.message) ?? []) : []
  const found = Object.entries(labels).find(([, key]) => deskText(key) === label)?.[0]
  const field = typeof named === 'string' ? named : found
  return field === undefined ? text : { field, text }
}
