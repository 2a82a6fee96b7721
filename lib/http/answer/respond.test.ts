import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { receiveUpload } from '@/lib/http/receive/receive-upload'
import { log } from '@/lib/log'
import { answer, answerShape, freshDoor, requestFrom } from '@/test/endpoint-fixture'

beforeEach(freshDoor)
afterEach(() => vi.restoreAllMocks())

/** What an endpoint writes to the log at each level. */
function heard() {
  const quiet = () => undefined
  return {
    info: vi.spyOn(log, 'info').mockImplementation(quiet),
    error: vi.spyOn(log, 'error').mockImplementation(quiet),
  }
}

const takesJson = endpoint({ body: { maxBytes: 1024, shape: z.object({}) }, response: answerShape }, () => answer)
const takesForm = endpoint({ response: answerShape }, async ({ request }) => {
  await receiveUpload(request, 1024)
  return answer
})

it.each([
  ['JSON that is none', takesJson, 'application/json', '{"name":"Ana"x}', ['SyntaxError']],
  ['a form that breaks off', takesForm, 'multipart/form-data; boundary=b', '--b\r\nAna', ['Error']],
  ['a form without a boundary', takesForm, 'multipart/form-data; x=Ana', 'Ana', ['ServiceError malformed', 'Error']],
])(
  'of %s one short line is logged, without a stack and without a word of it',
  async (_, handler, type, body, cause) => {
    const { info, error } = heard()
    const response = await handler(requestFrom({ method: 'POST', headers: { 'content-type': type }, body }))
    expect(response.status).toBe(400)
    expect(info.mock.calls).toEqual([
      [{ requestId: response.headers.get('x-request-id'), code: 'malformed', cause }, 'a request was refused'],
    ])
    expect(error).not.toHaveBeenCalled()
  },
)

it('of a failure of ours the whole error is logged', async () => {
  const { info, error } = heard()
  const failure = new ServiceError('unavailable', 'Not now.', { cause: new Error('the disk is full') })
  await endpoint({ response: answerShape }, () => Promise.reject(failure))(requestFrom())
  expect(error.mock.calls).toEqual([[{ requestId: expect.any(String), err: failure }, 'a request was refused']])
  expect(info).not.toHaveBeenCalled()
})
