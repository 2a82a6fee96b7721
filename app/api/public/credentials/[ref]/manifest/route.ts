import { askedSerial } from '@/app/api/public/asked-serial'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { refParams } from '@/lib/contract/ref-params'
import { endpoint } from '@/lib/http/endpoint'
import { getManifest } from '@/lib/service/files/describe-artifacts'

/** A certificate’s files with their hashes (spec part 5). */
export const GET = endpoint(
  { group: 'artifact_manifest', params: refParams, response: manifestAnswerShape },
  ({ params }) => getManifest(askedSerial(params.ref)),
)
