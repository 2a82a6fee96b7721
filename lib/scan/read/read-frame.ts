import type { GreyImage } from '@/lib/scan/image/grey-image'
import { EVERY_FRAME, FRAME_WITHOUT_WASM, SOME_FRAMES } from './attempts'
import type { Decoders } from './decoder'
import { tryOnce } from './read-picture'
import type { ScanResult } from './scan-result'

/**
 * A reader of the camera's frames. Each frame gets one quick attempt, and every second one of the harder attempts in
 * turn beside it: a code that the quick one misses is held before the camera for more than one frame.
 * @returns a function of one frame, which gives every code that it reads in it: of two certificates nobody knows which one is meant
 */
export function frameReader(decoders: Decoders): (frame: GreyImage) => Promise<ScanResult[]> {
  let count = 0
  return async (frame) => {
    count++
    if (!decoders.zxing) return tryOnce(frame, FRAME_WITHOUT_WASM, decoders)
    const quick = await tryOnce(frame, EVERY_FRAME, decoders)
    const harder = SOME_FRAMES[((count >> 1) - 1) % SOME_FRAMES.length]
    return quick.length > 0 || count % 2 !== 0 || !harder ? quick : tryOnce(frame, harder, decoders)
  }
}
