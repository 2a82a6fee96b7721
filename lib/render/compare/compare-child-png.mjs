import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const SUB = 1

/**
 * Writes a grey picture as a PNG (ISO/IEC 15948): dots alone, nothing else of the file that they were drawn from.
 * @param {import('../inspect/inspect-child-grey.mjs').Grey} picture
 * @returns {Buffer}
 */
export function pngOf({ grey, width, height }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = new Uint8Array(height * (width + 1))
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = SUB
    for (let x = 0, at = y * width; x < width; x++, at++) rows[to++] = grey[at] - (x > 0 ? grey[at - 1] : 0)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
