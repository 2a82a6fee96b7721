import { askedSerial } from '@/app/api/public/asked-serial'
import { refParams } from '@/lib/contract/ref-params'
import { fileResponse } from '@/lib/http/answer/file-response'
import { endpoint } from '@/lib/http/endpoint'
import { getCertificateJpeg } from '@/lib/service/files/get-certificate-file'

/** The certificate’s page as a picture. */
export const GET = endpoint({ group: 'certificate_jpeg', params: refParams }, async ({ request, params }) =>
  fileResponse(request, await getCertificateJpeg(askedSerial(params.ref))),
)
