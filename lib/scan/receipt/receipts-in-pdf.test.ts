import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { renderReceipt } from '@/lib/render/receipt/render-receipt'
import { exampleReceipt } from '@/test/documents/receipt-fixture'
import { receiptsInPdf } from './receipts-in-pdf'

const [ONE, TWO] = ['eyJh.eyJi.c2ln', 'eyJh.eyJj.c2ln']

/** An object of a PDF with these packed bytes; `changes` of its description. */
function attachment(text: string, changes: Record<string, string | number> = {}): Buffer {
  const packed = deflateSync(text)
  const dictionary = { Type: '/EmbeddedFile', Filter: '/FlateDecode', Length: packed.length, ...changes }
  const described = Object.entries(dictionary).map(([name, value]) => `/${name} ${value}`)
  return Buffer.concat([
    Buffer.from(`\n7 0 obj\n<< ${described.join(' ')} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

const read = (...parts: Buffer[]) => receiptsInPdf(Uint8Array.from(Buffer.concat([Buffer.from('%PDF-1.7'), ...parts])))

describe('the signed texts of a PDF', () => {
  it('are found in a receipt of this service, each once', async () => {
    const document = exampleReceipt()
    const pdf = await renderReceipt(document)
    expect(await receiptsInPdf(Uint8Array.from(pdf))).toEqual([document.receiptJwt])
  })

  it('are all found, so that nobody hides one behind another', async () => {
    expect(await read(attachment(ONE), attachment(JSON.stringify({ receipt_jwt: TWO })))).toEqual([ONE, TWO])
  })

  it.each<[string, Buffer]>([
    ['no attachment', Buffer.from('nothing')],
    ['a text that is none', attachment('Ana Müller')],
    ['a picture', attachment(ONE, { Type: '/XObject' })],
    ['a length that stands elsewhere', attachment(ONE, { Length: '9 0 R' })],
    ['a length that is wrong', attachment(ONE, { Length: 5 })],
    ['bytes that are not packed', attachment(ONE, { Filter: '/LZWDecode' })],
    ['more than an attachment may hold', attachment(`${ONE}${' '.repeat(2_000_000)}`)],
  ])('are not found in %s', async (_name, bytes) => expect(await read(bytes)).toEqual([]))

  it('are not sought in more attachments than a receipt has', async () => {
    const others = Array.from({ length: 16 }, () => attachment('x'))
    expect(await read(...others, attachment(ONE))).toEqual([])
  })
})
