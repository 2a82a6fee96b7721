import type { BadgeValidationAnswer, BadgeValidationWire } from '@/lib/contract/badge/badge-validation'
import type { BadgeCheckResult, BadgeFinding, BadgeWarningCode } from '@/lib/domain/badge/finding'
import { createTranslator } from '@/lib/i18n/translate'
import type { BadgeValidation } from './validate-open-badge'

/** The body of an answer to a validation (spec part 6). Its sentences are English, like all of the API. */
export function presentBadgeValidation(validation: BadgeValidation): BadgeValidationAnswer {
  const { issuer, credential, checks, algorithms } = validation
  const valid = validation.verdict === 'valid'
  return {
    success: valid,
    ...(!valid && { error: firstError(validation) }),
    validation: {
      valid,
      format: validation.format,
      data_model: validation.dataModel,
      securing: validation.securing,
      algorithm: algorithms.length > 0 ? algorithms.join(', ') : null,
      issuer,
      credential: credential && {
        id: credential.id,
        name: credential.name,
        valid_from: iso(credential.validFrom),
        valid_until: iso(credential.validUntil),
      },
      checks: checks.map(presentCheck),
      errors: checks.flatMap(({ errors }) => errors.map(presentError)),
      warnings: checks.flatMap(({ warnings }) => warnings.map(presentWarning)),
      validated_at: new Date(validation.validatedAt).toISOString(),
    },
  }
}

/** The sentence of the first error, as a person may read it; of what could not be reached only where nothing else is wrong. */
export function firstError({ checks }: Pick<BadgeValidation, 'checks'>): string {
  const failed = checks.find(({ status, errors }) => status === 'failed' && errors.length > 0)
  const finding = (failed ?? checks.find(({ errors }) => errors.length > 0))?.errors[0]
  return finding ? errorSentence(finding) : 'The badge could not be checked just now. Try again in a moment.'
}

type CheckWire = BadgeValidationWire['checks'][number]

function presentCheck({ id, status, errors }: BadgeCheckResult): CheckWire {
  const [first] = errors
  return { id, status, message: first ? errorSentence(first) : sentences().t(`badge.check.${id}`) }
}

function presentError(finding: BadgeFinding) {
  return { code: finding.code, path: finding.path, message: errorSentence(finding) }
}

function presentWarning({ code, path }: BadgeFinding<BadgeWarningCode>) {
  return { code, path, message: sentences().t(`badge.warning.${code}`) }
}

function errorSentence({ code, detail }: BadgeFinding): string {
  const sentence = sentences().t(`badge.code.${code}`)
  return detail === null ? sentence : `${sentence} (${detail})`
}

function sentences() {
  return createTranslator('en')
}

/** A date beyond what a calendar of ECMAScript holds is no date. */
function iso(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e15 ? null : new Date(time).toISOString()
}
