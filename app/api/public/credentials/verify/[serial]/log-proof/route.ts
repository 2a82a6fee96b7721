import { logProofQuery, logProofsShape } from '@/lib/contract/check/log-proof'
import { serialParams } from '@/lib/contract/serial-params'
import { ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { proveCertificate } from '@/lib/service/log/prove-certificate'

/** What the public log says of a certificate, with its proof (spec part 18, section 5). No check. */
export const GET = endpoint(
  { group: 'verification_receipt', params: serialParams, query: logProofQuery, response: logProofsShape },
  async ({ params, query }) => {
    const proofs = await proveCertificate(params.serial)
    if (!proofs) throw new ServiceError('not_found', 'No certificate has this serial.')
    if (query.format === 'json') return { success: true as const, log_proofs: proofs }
    return plainResponse(200, { 'content-type': 'text/plain; charset=utf-8' }, proofs.at(-1)?.proof ?? '')
  },
)
