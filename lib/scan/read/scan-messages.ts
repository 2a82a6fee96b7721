import type { RgbaImage } from '@/lib/scan/image/grey-image'
import type { ScanFailureReason } from './scan-failure'
import type { ScanResult } from './scan-result'

/** A request from the page to the worker. It holds pixels if the worker cannot take them out of a picture itself. */
export type ScanRequest = { id: number } & (
  | { kind: 'frame'; frame: ImageBitmap | VideoFrame | RgbaImage }
  | { kind: 'picture'; picture: Blob | RgbaImage }
)

/** What the worker answers: once on its start whether it takes pixels out of pictures, then once a request. */
export type ScanAnswer =
  | { kind: 'ready'; takesPictures: boolean }
  | { kind: 'read'; id: number; results: ScanResult[] }
  | { kind: 'failed'; id: number; reason: ScanFailureReason }
