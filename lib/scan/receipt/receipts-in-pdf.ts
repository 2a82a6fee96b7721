import { receiptsIn } from './read-receipt-here'

/** Attachments that are looked into, and how large one may unpack: a receipt over a hundred checks takes 40 kB. */
const MOST_ATTACHMENTS = 16
const LARGEST_ATTACHMENT = 1024 * 1024
/** How far before its bytes the description of an attachment begins. */
const LONGEST_DICTIONARY = 600

/**
 * The signed texts in the attachments of a PDF, each once. Only what a receipt of this service has is read:
 * attachments with their length, packed or plain. Nothing of the file is drawn, run or followed, and nothing it holds is believed before its
 * signature is checked.
 * @returns empty where none is found so, also for a PDF that another program saved again
 */
export async function receiptsInPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const text = new TextDecoder('latin1').decode(bytes)
  const found = new Set<string>()
  let looked = 0
  for (const { index, 0: mark } of text.matchAll(/\bstream\r?\n/g)) {
    const before = text.slice(Math.max(0, index - LONGEST_DICTIONARY), index)
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
    const length = Number(/\/Length (\d{1,8})\b(?! \d+ R)/.exec(dictionary)?.[1] ?? 0)
    if (length === 0 || !/\/Type ?\/EmbeddedFile\b/.test(dictionary)) continue
    const filter = /\/Filter ?(.{0,20})/.exec(dictionary)?.[1]
    const isPacked = filter !== undefined && /^\/FlateDecode\b/.test(filter)
    if ((filter !== undefined && !isPacked) || (looked += 1) > MOST_ATTACHMENTS) continue
    const at = index + mark.length
    const plain = isPacked ? await unpack(bytes.slice(at, at + length)).catch(() => '') : text.slice(at, at + length)
    for (const receipt of receiptsIn(plain)) found.add(receipt)
  }
  return [...found]
}

/** @throws for bytes that are not packed, or unpack to more than an attachment may hold */
async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array<ArrayBuffer>>
    if (done) return new Blob(parts).text()
    size += value.length
    if (size > LARGEST_ATTACHMENT) {
      await reader.cancel()
      throw new RangeError('too large')
    }
    parts.push(value)
  }
}
