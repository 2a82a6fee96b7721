import { askedSerial } from '@/app/api/public/asked-serial'
import { refParams } from '@/lib/contract/ref-params'
import { fileResponse } from '@/lib/http/answer/file-response'
import { endpoint } from '@/lib/http/endpoint'
import { getCertificatePdf } from '@/lib/service/files/get-certificate-file'

/** The certificate’s PDF (spec part 5). */
export const GET = endpoint({ group: 'certificate_pdf', params: refParams }, async ({ request, params }) =>
  fileResponse(request, await getCertificatePdf(askedSerial(params.ref))),
)
