import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findSerialKeyById } from '@/lib/store/evidence/find-artifacts'
import { assureNoneIsLost } from './assure-none'
import { checkCertificate, type CheckedSerial } from './check-certificate'

/** The key of the serial that a `<ref>` names, an id or a serial in any case (spec part 1); null where no certificate has the id. */
export async function keyOfReference(ref: string): Promise<string | null> {
  return isUuid(ref) ? servingGuard().run(() => findSerialKeyById(ref.toLowerCase())) : serialKey(ref)
}

/**
 * Checks the certificate that a `<ref>` names, an id or a serial in any case (spec part 1), without counting.
 * @throws ServiceError `not_found`; `unavailable` when it cannot be determined
 */
export async function checkReference(ref: string): Promise<CheckedSerial> {
  const key = await keyOfReference(ref)
  if (key === null) await assureNoneIsLost()
  const checked = key === null ? null : await checkCertificate(key)
  if (!checked) throw noSuchReference(ref)
  return checked
}

function noSuchReference(ref: string): ServiceError {
  if (!isUuid(ref)) return noSuchCertificate(ref)
  return new ServiceError('not_found', 'No certificate has this id.', { details: { code: 'no_such_certificate' } })
}

/**
 * The certificate that a `<ref>` names, when its files are served: not once it is withdrawn or replaced, from the very
 * next request on, nor when it fails its check (interface.md part 7, spec part 3).
 * @throws ServiceError `not_found`, `gone`, `unavailable`
 */
export async function getServedCertificate(ref: string): Promise<GenuineCertificate> {
  const { certificate } = (await checkReference(ref)).judgement
  if (certificate.kind === 'invalid')
    throw new ServiceError('gone', 'The record fails its check; its files are not served.')
  if (certificate.folded.status === 'issued') return certificate
  throw new ServiceError('gone', 'The certificate was withdrawn or replaced; its files are no longer served.')
}
