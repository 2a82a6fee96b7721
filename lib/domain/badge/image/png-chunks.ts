import { crc32 } from 'node:zlib'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'

/** One chunk of a PNG: where it begins and ends in the file (length and CRC included), and its data. */
export interface PngChunk {
  type: string
  start: number
  end: number
  data: Uint8Array
}

type PngChunks = { kind: 'chunks'; chunks: PngChunk[] } | { kind: 'refused'; finding: BadgeFinding }

/** The first eight bytes of every PNG (PNG, third edition, section 5.2). */
export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const FRAME_BYTES = 12
const MAX_LENGTH = 0x7fffffff
/** A megabyte in chunks of 8 kB, as encoders write it, has 128. */
const MAX_CHUNKS = 2000
const KNOWN_CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND']

/**
 * Takes a PNG apart, strictly, so that no two readers find different chunks: signature, lengths, types, CRCs, IHDR
 * first, IEND last and nothing after it (PNG, third edition, section 5). The picture itself is not decoded.
 * @returns the chunks in order, or the first thing that is wrong
 */
export function readPngChunks(bytes: Uint8Array): PngChunks {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return refused('png_signature')
  const chunks: PngChunk[] = []
  for (let at = PNG_SIGNATURE.length; at < bytes.length; at = chunks.at(-1)?.end ?? at) {
    if (chunks.at(-1)?.type === 'IEND') return refused('png_chunk_type', 'there are bytes after the IEND chunk')
    if (chunks.length === MAX_CHUNKS) return refused('png_chunk_length', `there are more than ${MAX_CHUNKS} chunks`)
    const chunk = readChunk(bytes, at)
    if ('finding' in chunk) return chunk
    if (chunks.length === 0 && chunk.type !== 'IHDR') {
      return refused('png_chunk_type', `the first chunk is ${chunk.type}, not IHDR`)
    }
    chunks.push(chunk)
  }
  const last = chunks.at(-1)
  return last?.type === 'IEND' ? { kind: 'chunks', chunks } : refused('png_truncated', 'there is no IEND chunk')
}

function readChunk(bytes: Uint8Array, start: number): PngChunk | Extract<PngChunks, { kind: 'refused' }> {
  if (bytes.length - start < FRAME_BYTES) return refused('png_truncated', `the file ends in the chunk at byte ${start}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(start)
  const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
  const wrongType = typeProblem(type)
  if (wrongType) return refused('png_chunk_type', `${wrongType} at byte ${start + 4}`)
  const wrongLength = lengthProblem(type, length)
  if (wrongLength) return refused('png_chunk_length', `${wrongLength} at byte ${start}`)
  const end = start + FRAME_BYTES + length
  if (end > bytes.length) return refused('png_truncated', `the file ends in the ${type} chunk at byte ${start}`)
  const crc = crc32(bytes.subarray(start + 4, end - 4))
  if (crc !== view.getUint32(end - 4)) return refused('png_crc', `the ${type} chunk at byte ${start}`)
  return { type, start, end, data: bytes.subarray(start + 8, end - 4) }
}

function typeProblem(type: string): string | null {
  if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) return 'a chunk type that is not four letters'
  const isCritical = /^[A-Z]/.test(type)
  return isCritical && !KNOWN_CRITICAL.includes(type) ? `the unknown critical chunk ${type}` : null
}

function lengthProblem(type: string, length: number): string | null {
  if (length > MAX_LENGTH) return `${length} bytes are more than a chunk may hold,`
  const fixed = type === 'IHDR' ? 13 : type === 'IEND' ? 0 : length
  return fixed === length ? null : `${type} has ${length} bytes in place of ${fixed},`
}

function refused(code: BadgeErrorCode, detail: string | null = null): Extract<PngChunks, { kind: 'refused' }> {
  return { kind: 'refused', finding: makeFinding(code, '$', detail) }
}
