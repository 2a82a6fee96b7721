import { fingerprintParams, manifestAnswerShape } from '@/lib/contract/manifest'
import { endpoint } from '@/lib/http/endpoint'
import { getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'

/** Finds the certificate that a file belongs to by the file's fingerprint (spec part 5). */
export const GET = endpoint(
  { group: 'artifact_manifest', params: fingerprintParams, response: manifestAnswerShape },
  ({ params }) => getManifestByFingerprint(params.fingerprint),
)
