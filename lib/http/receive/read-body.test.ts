import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@/lib/http/endpoint'
import { answer, answerShape, freshDoor, refusalSentence, requestFrom } from '@/test/endpoint-fixture'

beforeEach(freshDoor)

describe('bodies', () => {
  const shape = z.object({ value: z.string('Send a value.') }, 'Send a JSON object.')
  const POST = endpoint({ body: { maxBytes: 100, shape }, response: answerShape }, ({ body }) => ({
    ...answer,
    ...body,
  }))
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    POST(requestFrom({ method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))

  it('reads JSON', async () => {
    expect(await (await send('{"value":"é"}')).json()).toEqual({ success: true, value: 'é' })
    expect((await send('{"value":"a"}', { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(200)
  })

  it.each([
    [
      'an unknown type',
      '{"value":"a"}',
      { 'content-type': 'text/plain' },
      'Send the body as application/json in UTF-8.',
    ],
    [
      'another charset',
      '{"value":"a"}',
      { 'content-type': 'application/json; charset=latin1' },
      'Send the body as application/json in UTF-8.',
    ],
    ['an encoding', '{"value":"a"}', { 'content-encoding': 'gzip' }, 'Send the body without a content-encoding.'],
    ['a member twice', '{"value":"a","value":"b"}', {}, 'The body names a member of a JSON object twice.'],
    ['broken JSON', '{"value":', {}, 'The body is not valid JSON.'],
    ['nothing', '', {}, 'The body is not valid JSON.'],
    ['deep nesting', '['.repeat(70), {}, 'The body nests JSON too deeply.'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 'The body is not valid UTF-8.'],
    ['an array', '[]', {}, 'Send a JSON object.'],
    ['no value', '{}', {}, 'Send a value.'],
  ])('refuses %s', async (_, body, headers, sentence) => {
    const response = await send(body, headers as Record<string, string>)
    expect(response.status).toBe(400)
    expect(await refusalSentence(response)).toBe(sentence)
  })

  it('refuses by length before reading, and stops reading at the limit', async () => {
    expect((await send(`{"value":"${'a'.repeat(88)}"}`)).status).toBe(200)
    expect((await send(`{"value":"${'a'.repeat(89)}"}`)).status).toBe(413)
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(64))
      },
    })
    const request = requestFrom({ method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    expect((await POST(request)).status).toBe(413)
    expect(pulled).toBeLessThan(5)
  })
})
