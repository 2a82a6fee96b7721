import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'

/** Whether a form was sent from a page of this site, by the same signs as `requireOwnPage`. */
export function isOwnPage(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === env().BASE_URL) return true
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  return origin === 'null' && site === 'same-origin'
}

/**
 * Refuses a form that a page of another site sent. Pages that send no referrer send `origin: null` with their own forms,
 * so that the browser's word on where a form comes from decides there, where it gives one.
 * @throws ServiceError `forbidden`
 */
export function requireOwnPage(request: Request): void {
  if (!isOwnPage(request)) throw new ServiceError('forbidden', 'This was not sent from a page of this site.')
}
