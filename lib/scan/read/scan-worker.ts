import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm'
import { greyFromRgba, type RgbaImage } from '@/lib/scan/image/grey-image'
import type { Decoders } from './decoder'
import { canTakePixels, rgbaOfFile, rgbaOfFrame } from './picture-pixels'
import { frameReader } from './read-frame'
import { readPicture } from './read-picture'
import { pixelFailure, ScanFailure } from './scan-failure'
import { type ScanAnswer, type ScanRequest } from './scan-messages'
import { openZxing } from './zxing-decoder'

/** The worker of `createScanner`: takes pictures and answers with the contents of their codes. */
const decoders = openDecoders()
const readFrame = decoders.then(frameReader)

answer({ kind: 'ready', takesPictures: canTakePixels() })
addEventListener('message', ({ data }: MessageEvent<ScanRequest>) => void read(data))

async function openDecoders(): Promise<Decoders> {
  const zxing = typeof WebAssembly === 'object' ? await openZxing({ address: wasmAddress }).catch(() => null) : null
  return { zxing, jsqr: async () => (await import('./jsqr-decoder')).decodeWithJsqr }
}

async function read(request: ScanRequest): Promise<void> {
  const { id } = request
  const pixels = await pixelsOf(request).catch(pixelFailure)
  if (pixels instanceof ScanFailure) return answer({ kind: 'failed', id, reason: pixels.reason })
  try {
    answer({ kind: 'read', id, results: await resultsOf(request, pixels) })
  } catch {
    answer({ kind: 'failed', id, reason: 'unavailable' })
  }
}

async function pixelsOf(request: ScanRequest): Promise<RgbaImage> {
  const source = request.kind === 'frame' ? request.frame : request.picture
  if ('data' in source) return source
  return source instanceof Blob ? rgbaOfFile(source) : rgbaOfFrame(source)
}

async function resultsOf({ kind }: ScanRequest, pixels: RgbaImage) {
  const grey = greyFromRgba(pixels)
  if (kind === 'picture') return readPicture(grey, await decoders)
  return (await readFrame)(grey)
}

function answer(message: ScanAnswer): void {
  postMessage(message)
}
