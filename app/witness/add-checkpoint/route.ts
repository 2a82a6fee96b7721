import { WITNESS_REQUEST_BYTES } from '@/lib/crypto/tlog/witness-request'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { readBody } from '@/lib/http/receive/read-body'
import { cosignCheckpoint } from '@/lib/service/log/witness/cosign-checkpoint'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** Confirms a checkpoint of another log (C2SP tlog-witness; spec part 18, section 6). */
export const POST = endpoint({ group: 'witness', body: { maxBytes: WITNESS_REQUEST_BYTES } }, async ({ request }) => {
  const answer = await cosignCheckpoint(await readBody(request, WITNESS_REQUEST_BYTES))
  if ('lines' in answer) return plainResponse(200, TEXT, answer.lines)
  if (answer.status === 409) return plainResponse(409, { 'content-type': 'text/x.tlog.size' }, `${answer.size}\n`)
  return plainResponse(answer.status, TEXT, `${answer.sentence}\n`)
})
