import { describe, expect, it } from 'vitest'
import { ServiceError } from '@/lib/errors'
import { receiveDocument } from './receive-document'
import { receiveFileOrText } from './receive-file-or-text'
import { receiveUpload } from './receive-upload'

const MOST = 1 << 20
const FILE =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7'
const OTHER_FILE = FILE.replace('"file"', '"other"')
const FIELD = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nx'
const END = '--b--\r\n'

const forms = [
  [FILE, END],
  [FIELD, FILE, END],
  [FILE, FILE, FILE, END],
  [OTHER_FILE, FILE, END],
  [FILE, ...Array.from({ length: 9 }, () => FIELD), END],
].map((parts) => parts.join('\r\n'))

/** In one piece, as a small request comes, or in many. */
function post(body: string, pieceBytes: number): Request {
  const bytes = Buffer.from(body)
  let at = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)))
      at += pieceBytes
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return new Request('http://x/', { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit)
}

// An error that no listener takes would end the service: Vitest reports it as one that nobody caught.
describe.each([
  ['receiveDocument', async (request: Request) => (await receiveDocument(request, MOST)).dispose()],
  ['receiveFileOrText', receiveFileOrText],
  ['receiveUpload', (request: Request) => receiveUpload(request, MOST)],
])('%s', (_, receive: (request: Request) => Promise<unknown>) => {
  it.each([Infinity, 7])(
    'takes a form that ends anywhere for a broken one, in pieces of %d bytes',
    async (pieceBytes) => {
      for (const form of forms) {
        for (let end = 0; end < form.length - END.length; end += 1) {
          const refusal: unknown = await receive(post(form.slice(0, end), pieceBytes)).catch((error: unknown) => error)
          expect(refusal, form.slice(0, end)).toBeInstanceOf(ServiceError)
          expect((refusal as ServiceError).status).toBe(400)
        }
      }
    },
  )

  it('takes a form whose file is too large, and breaks off, for one or the other', async () => {
    const refusal: unknown = await receive(post(FILE + 'x'.repeat(3 * MOST), 1 << 16)).catch((error: unknown) => error)
    expect((refusal as ServiceError).status).toSatisfy((status) => status === 400 || status === 413)
  })
})
