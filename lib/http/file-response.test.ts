import { describe, expect, it } from 'vitest'
import { fileResponse } from './file-response'

const bytes = Buffer.from('0123456789')
const file = {
  bytes,
  sha256: 'ab'.repeat(32),
  mediaType: 'application/pdf',
  fileName: 'Zeugnis Jörg "Müller" 李.pdf',
}
const REFUSAL = '{"success":false,"error":"The file has no such range of bytes."}'
const ask = (headers: Record<string, string> = {}) => fileResponse(new Request('http://localhost/x', { headers }), file)

describe('fileResponse', () => {
  it('serves the whole with its digest and a readable name', async () => {
    const response = ask()
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('0123456789')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${file.sha256}"`,
      'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      'content-disposition': `inline; filename="Zeugnis Jorg Muller .pdf"; filename*=UTF-8''Zeugnis%20J%C3%B6rg%20%22M%C3%BCller%22%20%E6%9D%8E.pdf`,
    })
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-50', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, REFUSAL, 'bytes */10'],
    ['bytes=-0', 416, REFUSAL, 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    const response = ask({ range })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ])
  })

  it('answers 304 where the caller has the bytes, and ignores a range of others', async () => {
    for (const tag of [`"${file.sha256}"`, `W/"${file.sha256}"`, `"x", "${file.sha256}"`, '*']) {
      expect(ask({ 'if-none-match': tag }).status).toBe(304)
    }
    expect(ask({ 'if-none-match': '"x"' }).status).toBe(200)
    expect(ask({ range: 'bytes=0-3', 'if-range': '"x"' }).status).toBe(200)
    expect(ask({ range: 'bytes=0-3', 'if-range': `"${file.sha256}"` }).status).toBe(206)
  })
})
