import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import { undrawableReasons } from '@/lib/service/issue/undrawable-reasons'

/**
 * An issuer's name as the operator typed it, which its certificates can show.
 * @throws ServiceError `malformed`
 */
export function readIssuerName(typed: string): string {
  const cleaned = cleanText(typed, { field: 'The name', maxLength: 200, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason)
  const [undrawable] = undrawableReasons({ 'The name': cleaned.text })
  if (undrawable !== undefined) throw new ServiceError('malformed', `${undrawable}.`)
  return cleaned.text
}
