import { describe, expect, it } from 'vitest'
import { ServiceError } from '@/lib/errors'
import { fileResponse } from './file-response'

const bytes = Buffer.from('0123456789')
const file = {
  bytes,
  sha256: 'ab'.repeat(32),
  mediaType: 'application/pdf',
  fileName: 'Zeugnis Jörg "Müller" 李.pdf',
}
const ETAG = `"${file.sha256}"`
const WHOLE = '0123456789'
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  fileResponse(new Request('http://localhost/x', { method, headers }), file)

/** Status, body and `content-range`; of a refusal those that it leads to. */
async function answerOf(headers: Record<string, string>, method?: string): Promise<unknown[]> {
  try {
    const response = ask(headers, method)
    return [response.status, await response.text(), response.headers.get('content-range')]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [error.status, null, error.headers['content-range'] ?? null]
  }
}

const statusOf = async (headers: Record<string, string>, method?: string) => (await answerOf(headers, method))[0]

describe('fileResponse', () => {
  it('serves the whole with its digest and a readable name', async () => {
    const response = ask()
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(WHOLE)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: ETAG,
      'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      'content-disposition': `inline; filename="Zeugnis Jorg Muller .pdf"; filename*=UTF-8''Zeugnis%20J%C3%B6rg%20%22M%C3%BCller%22%20%E6%9D%8E.pdf`,
    })
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['BYTES=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes= 0-3 ,', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-50', 206, WHOLE, 'bytes 0-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-99999999999999999999999', 206, WHOLE, 'bytes 0-9/10'],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=99999999999999999999999-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=10-,-0, 77-88', 416, null, 'bytes */10'],
    ['bytes=4-2', 200, WHOLE, null],
    ['bytes=0-1,3-4', 200, WHOLE, null],
    ['bytes=0-1,99-', 200, WHOLE, null],
    ['bytes=99-,4-2', 200, WHOLE, null],
    ['bytes=0-3, bytes=5-6', 200, WHOLE, null],
    ['lines=1-2', 200, WHOLE, null],
    ['bytes=-', 200, WHOLE, null],
    ['bytes=', 200, WHOLE, null],
    ['bytes=,,', 200, WHOLE, null],
    ['bytes=0x1-3', 200, WHOLE, null],
    ['bytes=--1', 200, WHOLE, null],
    ['bytes=1e0-3', 200, WHOLE, null],
    ['bytes 0-3', 200, WHOLE, null],
    ['', 200, WHOLE, null],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    expect(await answerOf({ range })).toEqual([status, text, contentRange])
    // A range is for GET alone (RFC 9110 section 14.2).
    expect(await answerOf({ range }, 'HEAD')).toEqual([200, WHOLE, null])
  })

  it('answers a thousand ranges with the whole, once', async () => {
    for (const spec of ['0-0,', '99-,', '4-2,', ',']) {
      expect(await answerOf({ range: `bytes=${spec.repeat(1000)}0-0` })).toEqual([200, WHOLE, null])
    }
  })

  it.each([
    [ETAG, 206],
    ['"x"', 200],
    [`W/${ETAG}`, 200],
    [`${ETAG}, "x"`, 200],
    ['*', 200],
    ['', 200],
    ['Sun, 22 Nov 2026 08:00:00 GMT', 200],
  ])('heeds a range only of these very bytes: if-range %s', async (condition, status) => {
    expect(await statusOf({ range: 'bytes=0-3', 'if-range': condition })).toBe(status)
    const outside = status === 206 ? 416 : 200
    expect(await statusOf({ range: 'bytes=99-', 'if-range': condition })).toBe(outside)
    expect(await statusOf({ 'if-range': condition })).toBe(200)
  })

  it('decides on conditions before it looks at ranges, and for HEAD too', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const range of ['bytes=0-3', 'bytes=99-']) {
        expect(await statusOf({ range, 'if-none-match': ETAG }, method)).toBe(304)
        expect(await statusOf({ range, 'if-match': '"x"' }, method)).toBe(412)
        expect(await statusOf({ range, 'if-match': '"x"', 'if-none-match': ETAG }, method)).toBe(412)
      }
    }
    expect(await statusOf({ range: 'bytes=0-3', 'if-match': ETAG, 'if-none-match': '"x"' })).toBe(206)
    expect(Object.fromEntries(ask({ 'if-none-match': ETAG }).headers)).toEqual({ etag: ETAG })
  })

  it.each([
    ['a "quoted" name.pdf', 'a quoted name.pdf'],
    ['a\r\nset-cookie: x=1.pdf', 'aset-cookie x1.pdf'],
    ['../../etc/passwd', '....etcpasswd'],
    ['C:\\Windows\\x.pdf', 'CWindowsx.pdf'],
    ['王小明 7K3M.pdf', '7K3M.pdf'],
    ['王', 'file'],
    ['\ud800 half.pdf', 'half.pdf'],
    ["it's (1)*;=,%41.pdf", 'its 141.pdf'],
    ['\u202egnp.pdf', 'gnp.pdf'],
    ['नेहा शर्मा.pdf', '.pdf'],
    ['e\u0301\u0000\u0007.pdf', 'e.pdf'],
  ])('names the file %j in ASCII and in whole, and nothing else', (fileName, plain) => {
    const { headers } = fileResponse(new Request('http://localhost/x'), { ...file, fileName })
    const found = /^inline; filename="([\w. -]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
      headers.get('content-disposition') ?? '',
    )
    expect([found?.[1], decodeURIComponent(found?.[2] ?? '')]).toEqual([plain, fileName.toWellFormed()])
  })
})
