import { checkResult } from './check-result'
import type { BadgeCheckResult } from './finding'
import { makeFinding } from './make-finding'
import { asArray } from './read/as-array'
import { jsonPath } from './read/json-path'

/** The check `subject`: each subject has an id, or at least one identifier (OB 3.0 section B.1.3, AchievementSubject). */
export function checkSubject(credential: Record<string, unknown>): BadgeCheckResult {
  const { credentialSubject } = credential
  const subjects = asArray(credentialSubject)
  if (subjects.length === 0)
    return checkResult('subject', [makeFinding('subject_not_identified', '$.credentialSubject')])
  return checkResult(
    'subject',
    subjects.flatMap((subject, index) => {
      const path = jsonPath(['credentialSubject', ...(Array.isArray(credentialSubject) ? [index] : [])])
      return isIdentified(subject) ? [] : [makeFinding('subject_not_identified', path)]
    }),
  )
}

function isIdentified(subject: unknown): boolean {
  if (typeof subject !== 'object' || subject === null) return false
  const { id, identifier } = subject as Record<string, unknown>
  return (
    (typeof id === 'string' && id !== '') || asArray(identifier).some((one) => typeof one === 'object' && one !== null)
  )
}
