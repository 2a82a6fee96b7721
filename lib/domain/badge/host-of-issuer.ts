import { canParseUrl } from '@/lib/can-parse-url'
import { didWebAddress } from './proof/did-web-address'

/**
 * The host at which an issuer publishes its keys, in lower case.
 * @param id a did:web or an https address
 * @returns null for all others, and for hosts that are never asked
 */
export function hostOfIssuer(id: string): string | null {
  const address = didWebAddress(id)
  const url = address.kind === 'address' ? address.url : id
  return /^https:/i.test(url) && canParseUrl(url) ? new URL(url).hostname : null
}
