import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
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
    throw noSuchCertificate(serial)
  }
  return issuerId
}
