import { witnessedParams } from '@/lib/contract/witness'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { getWitnessedCheckpoint } from '@/lib/service/log/witness/cosign-checkpoint'

/** The newest checkpoint of another log that this service confirmed (spec part 18, section 6). */
export const GET = endpoint({ group: 'witness', params: witnessedParams }, async ({ params }) => {
  const note = await getWitnessedCheckpoint(params.hash)
  return plainResponse(200, { 'content-type': 'text/plain; charset=utf-8' }, note)
})
