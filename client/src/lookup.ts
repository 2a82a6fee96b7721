import type { LookupItem } from './answers'
import { ask } from './ask'
import { clientError } from './client-error'
import { isCertificate } from './outcome'
import { own } from './own'
import { portionsOf } from './serial-list'
import type { ServiceOptions } from './service-options'

/** The service, and an issuer's key for it. */
export interface LookupOptions extends ServiceOptions {
  /** The API key, made at the desk. It is a secret: never use it in a browser. */
  key: string
}

/**
 * Looks up an issuer's own certificates. This is no check: whether to accept one is said by `verify` alone.
 * @returns one item per distinct serial, in the order sent. Of one that is `found`, `certificate` is null where it cannot be checked
 *   now: its `error` says why
 * @throws ClientError `refused` with status 401 where the key is not known
 */
export async function lookup(serials: readonly string[], options: LookupOptions): Promise<LookupItem[]> {
  if (typeof options.key !== 'string' || !/^[\x21-\x7e]+$/.test(options.key))
    throw clientError('wrong_use', 'The key is missing, or holds what no key does.')
  const headers = { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' }
  const items: LookupItem[] = []
  for (const portion of portionsOf(serials)) {
    const request = { method: 'POST', headers, body: JSON.stringify({ serials: portion }) }
    const { body } = await ask(options, '/api/issuer/v1/certificates/lookup', request, [200])
    const found = own(body, 'certificates')
    if (!Array.isArray(found) || found.length !== portion.length || !found.every((one, at) => isItem(one, portion[at])))
      throw clientError('not_the_service', 'The answer is not about the serials that were sent.', { status: 200 })
    items.push(...(found as LookupItem[]))
  }
  return items
}

function isItem(item: unknown, serial: string | undefined): boolean {
  const [found, certificate] = [own(item, 'found'), own(item, 'certificate')]
  if (serial === undefined || own(item, 'serial') !== serial || !Array.isArray(own(item, 'replaced'))) return false
  if (found !== true) return found === false && certificate === null
  return certificate === null ? typeof own(item, 'error') === 'string' : isCertificate(certificate)
}
