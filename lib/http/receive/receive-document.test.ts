import { expect, test } from 'vitest'
import { receiveDocument } from './receive-document'

const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'

test('a form with too many parts is refused without being read on', async () => {
  const pieces = 1_000
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulled === pieces) return controller.close()
      pulled += 1
      controller.enqueue(Buffer.from(PART.repeat(100)))
    },
  })
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit)
  await expect(receiveDocument(request, 10 * 1024 * 1024)).rejects.toMatchObject({ code: 'malformed' })
  expect(pulled).toBeLessThan(100)
})
