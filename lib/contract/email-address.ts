import { domainToASCII } from 'node:url'
import { z } from 'zod'

/**
 * An e-mail address that the service writes to: of a person at a desk, a mailbox for answers, a watcher or a reporter. What stands around
 * it is left out, and its domain is read as servers take it.
 */
export const emailAddress = z
  .string('email must be an e-mail address.')
  .overwrite((typed) => withAsciiDomain(typed.trim()))
  .check(z.email('email must be an e-mail address.'))
  .max(200, 'email is too long: 200 characters at most.')

/**
 * The address as every server takes it: one without SMTPUTF8 refuses other letters in a domain for good (RFC 5891). Some browsers write it so
 * themselves, in a field for addresses, and others do not.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // domainToASCII ends the name at some of these, and drops others.
  const isPlain = /^[\x20-\x7e]*$|[\s/\\?#:%]/.test(domain)
  return isPlain ? address : address.slice(0, at) + (domainToASCII(domain) || domain)
}
