import { ServiceError } from '@/lib/errors'
import { couldBeSerial, serialKey } from './serial'

/** What is said of a text that no certificate can have as its serial: of the certificate that is meant it says nothing. */
export const NOT_A_SERIAL = 'This is no serial: give the serial alone, without the words around it.'

/** No certificate has this serial; or the text is none, and then nobody knows which certificate is meant (spec part 2). */
export function noSuchCertificate(serial: string): ServiceError {
  return couldBeSerial(serialKey(serial))
    ? new ServiceError('not_found', 'No certificate has this serial.', { details: { code: 'no_such_certificate' } })
    : new ServiceError('not_found', NOT_A_SERIAL, { details: { code: 'not_a_serial' } })
}
