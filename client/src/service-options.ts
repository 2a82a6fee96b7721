import { clientError } from './client-error'

/** Which service is asked, and how patiently. */
export interface ServiceOptions {
  /** The address of the service, such as `https://verify.example.org`; http only for this machine itself. */
  service: string
  /** How often to ask again where the service could not answer; 2 when left out. */
  retries?: number
  /** The longest that one wait before asking again may take, in seconds; 60 when left out. Longer ones are errors. */
  longestWaitSeconds?: number
  /** How long one request may take, in seconds; 15 when left out. */
  timeoutSeconds?: number
  /** Ends the call; it then throws what the signal was aborted with. */
  signal?: AbortSignal
}

/**
 * The address of a path of the service.
 * @throws ClientError `wrong_use` unless `service` is an origin of https, or of http on this machine itself
 */
export function addressOf(service: unknown, path: string): URL {
  if (typeof service !== 'string') throw clientError('wrong_use', 'Name the service: { service: "https://…" }.')
  let url: URL
  try {
    url = new URL(service)
  } catch (cause) {
    throw clientError('wrong_use', 'The service is not an address, such as https://verify.example.org.', { cause })
  }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw clientError('wrong_use', 'The service must be asked over https: on the way, anybody could answer for it.')
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw clientError('wrong_use', 'The service is an address without user, path and query.')
  return new URL(url.origin + path)
}
