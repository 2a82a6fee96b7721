import { askedSerial } from '@/app/api/public/asked-serial'
import { refParams } from '@/lib/contract/ref-params'
import { fileResponse } from '@/lib/http/answer/file-response'
import { endpoint } from '@/lib/http/endpoint'
import { getSignedCredential } from '@/lib/service/files/get-certificate-file'

/** The signed credential, vc+jwt. */
export const GET = endpoint({ group: 'signed_credential', params: refParams }, async ({ request, params }) =>
  fileResponse(request, await getSignedCredential(askedSerial(params.ref))),
)
