import { askedSerial } from '@/app/api/public/asked-serial'
import { verifyAnswerShape } from '@/lib/contract/check/verification'
import { serialParams } from '@/lib/contract/serial-params'
import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { endpoint } from '@/lib/http/endpoint'
import { isCompletedCheck, refusePrefetch } from '@/lib/http/limits/check-purpose'
import { presentVerification } from '@/lib/service/check/present-verification'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'

/** Verify by serial (interface.md 4.1). */
export const GET = endpoint(
  { group: 'verify', params: serialParams, response: verifyAnswerShape },
  async ({ request, params }) => {
    refusePrefetch(request)
    const serial = askedSerial(params.serial)
    const checked = await verifyCertificate(serial, { counted: isCompletedCheck(request) })
    if (!checked) throw noSuchCertificate(serial)
    return presentVerification(checked)
  },
)
