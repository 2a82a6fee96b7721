import type { BadgeValidationAnswer } from './answers'
import { ask } from './ask'
import { clientError } from './client-error'
import { own } from './own'
import type { ServiceOptions } from './service-options'

/**
 * Has an Open Badge of any issuer checked. `validation.valid` names nobody: `validation.issuer.identity` says who vouches
 * for it, and only `ours` and `resolved` say that somebody does.
 * @param badge its JSON, parsed or as text, a compact JWS, or the bytes of a PNG or SVG; never an address
 * @returns what the validation came to, valid or not
 * @throws ClientError where it could not be completed, or the badge could not be read
 */
export async function validate(
  badge: string | object | Uint8Array,
  options: ServiceOptions,
): Promise<BadgeValidationAnswer> {
  const { status, body } = await ask(options, '/api/public/openbadges/validate', requestOf(badge), [200, 422])
  const valid = own(own(body, 'validation'), 'valid')
  if (valid !== (status === 200) || own(body, 'success') !== valid)
    throw clientError('not_the_service', 'The answer is no validation.', { status })
  return body as BadgeValidationAnswer
}

/** The bytes decide what it is; the media type only says that it may be one. */
function requestOf(badge: string | object | Uint8Array) {
  const isPicture = badge instanceof Uint8Array && badge[0] === 0x89
  const type = isPicture ? 'image/png' : 'text/plain'
  const isText = typeof badge === 'string' || badge instanceof Uint8Array
  const body = (isText ? badge : JSON.stringify(badge)) as BodyInit
  return { method: 'POST', headers: { 'content-type': isText ? type : 'application/json' }, body }
}
