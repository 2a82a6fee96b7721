import { describe, expect, it } from 'vitest'
import { MAX_PICTURE_BYTES } from '@/lib/domain/badge/image/unbake-badge'
import { receiveFileOrText } from './receive-file-or-text'

/** Sends a form as the bytes that it comes to: a form that is not read to its end ends the process on some versions of Node. */
async function post(form: BodyInit, given?: HeadersInit): Promise<Uint8Array> {
  const sent = new Response(form, { headers: given })
  const { headers } = sent
  const body = new Blob([await sent.arrayBuffer()]).stream()
  return receiveFileOrText(
    new Request('https://verify.test/badges', { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
  )
}

/** The form as a browser sends it: both parts, whether filled in or not. */
function form(file: Uint8Array | null, text = ''): FormData {
  const data = new FormData()
  data.append('file', new File([new Uint8Array(file ?? [])], file === null ? '' : 'badge.png'))
  data.append('text', text)
  return data
}

describe('receiveFileOrText', () => {
  it('takes the file as it is, whatever its bytes', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
    expect(Buffer.from(await post(form(bytes)))).toEqual(Buffer.from(bytes))
  })

  it('takes the text without the space around it, in UTF-8', async () => {
    expect(Buffer.from(await post(form(null, ' \n{"name":"Ünï"}\n '))).toString()).toBe('{"name":"Ünï"}')
  })

  it('takes as much as a picture may have, and not a byte more', async () => {
    const most = new Uint8Array(MAX_PICTURE_BYTES)
    expect((await post(form(most))).length).toBe(MAX_PICTURE_BYTES)
    for (const body of [form(new Uint8Array(MAX_PICTURE_BYTES + 1)), form(null, 'x'.repeat(MAX_PICTURE_BYTES + 1))]) {
      await expect(post(body)).rejects.toMatchObject({ code: 'too_large' })
    }
    await expect(post(form(new Uint8Array(2 * MAX_PICTURE_BYTES)))).rejects.toMatchObject({ code: 'too_large' })
  })

  it.each([
    ['neither', form(null)],
    ['space alone', form(null, ' \r\n ')],
    ['both', form(new Uint8Array(3), 'text')],
    ['nothing at all', new FormData()],
  ])('%s is refused', async (_, body) => {
    await expect(post(body)).rejects.toMatchObject({ code: 'malformed' })
  })

  it.each([
    ['another type', '{}', { 'content-type': 'application/json' }],
    ['no boundary', 'x', { 'content-type': 'multipart/form-data; a=b' }],
    [
      'a broken form',
      '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nx',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
    ['an encoding', 'x', { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }],
  ])('%s is refused', async (_, body, headers) => {
    await expect(post(body, headers)).rejects.toMatchObject({ code: 'malformed' })
  })
})
