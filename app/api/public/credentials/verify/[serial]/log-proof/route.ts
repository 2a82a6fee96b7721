import { askedSerial } from '@/app/api/public/asked-serial'
import { logProofQuery, logProofsShape } from '@/lib/contract/check/log-proof'
import { serialParams } from '@/lib/contract/serial-params'
import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { proveCertificate } from '@/lib/service/log/prove-certificate'

/** What the public log says of a certificate, with its proof (spec part 18, section 5). No check. */
export const GET = endpoint(
  { group: 'verification_receipt', params: serialParams, query: logProofQuery, response: logProofsShape },
  async ({ params, query }) => {
    const serial = askedSerial(params.serial)
    const proofs = await proveCertificate(serial)
    if (!proofs) throw noSuchCertificate(serial)
    if (query.format === 'json') return { success: true as const, log_proofs: proofs }
    return plainResponse(200, { 'content-type': 'text/plain; charset=utf-8' }, proofs.at(-1)?.proof ?? '')
  },
)
