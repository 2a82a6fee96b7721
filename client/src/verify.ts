import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { VerifyAnswer } from './answers'
import { ask } from './ask'
import { clientError } from './client-error'
import { outcomeOf } from './outcome'
import { own } from './own'
import type { ServiceOptions } from './service-options'

/**
 * Checks one certificate, which the service counts.
 * @param serial as it is printed or was typed
 * @returns the answer, for `isAccepted`; null where no certificate has this serial
 * @throws ClientError `wrong_use` for a text that cannot be a serial, such as a link to a certificate; others where the check could
 *   not be completed. None of them says anything about the certificate
 */
export async function verify(serial: string, options: ServiceOptions): Promise<VerifyAnswer | null> {
  if (typeof serial !== 'string') throw clientError('wrong_use', 'The serial is not a text.')
  const key = serialKey(serial)
  if (!couldBeSerial(key))
    throw clientError('wrong_use', 'This is no serial: give the serial alone, without the link or the words around it.')
  const path = `/api/public/credentials/verify/${encodeURIComponent(key)}`
  const { status, body, wasCounted } = await ask(options, path, {}, [200, 404])
  if (status === 404) {
    // Something that knows no such address answers 404 as well, and that must not make a certificate unknown.
    if (own(body, 'success') === false && wasCounted) return null
    throw clientError('not_the_service', 'It answered 404, and not as this service does.', { status })
  }
  const [certificate, replacement] = [own(body, 'certificate'), own(body, 'replacement_certificate')]
  if (own(body, 'success') !== true || outcomeOf(certificate, own(body, 'verification')) === null)
    throw clientError('not_the_service', 'The answer is no check of a certificate.', { status })
  if (serialKey(String(own(certificate, 'serial'))) !== key)
    throw clientError('not_the_service', 'The answer is for another serial.', { status })
  if (replacement !== null && (typeof replacement !== 'object' || Array.isArray(replacement)))
    throw clientError('not_the_service', 'The answer names no replacement that can be read.', { status })
  return body as VerifyAnswer
}
