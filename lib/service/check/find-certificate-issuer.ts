import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { findIssuerIdBySerial } from '@/lib/store/evidence/issued-certificates'

/**
 * The issuer of the certificate with this serial.
 * @param onlyIssuerId another organization's certificate looks like an unknown one; null for anybody's
 * @throws ServiceError `not_found`
 */
export async function findCertificateIssuer(serial: string, onlyIssuerId: string | null): Promise<string> {
  const key = serialKey(serial)
  const issuerId = couldBeSerial(key) ? await findIssuerIdBySerial(key) : null
  if (issuerId === null || (onlyIssuerId !== null && issuerId !== onlyIssuerId)) {
    throw new ServiceError('not_found', 'No certificate has this serial.')
  }
  return issuerId
}
