import { domainToASCII } from 'node:url'

/**
 * The address as every server takes it: one without SMTPUTF8 refuses other letters in a domain for good (RFC 5891). Some browsers write it so
 * themselves, in a field for addresses, and others do not.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  const isPlain = /^[\x20-\x7e]*$/.test(domain)
  return isPlain ? address : address.slice(0, at) + (domainToASCII(domain) || domain)
}
