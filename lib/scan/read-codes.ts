import type { Decode } from './decoder'
import type { GreyImage } from './grey-image'
import type { ScanResult } from './scan-result'

/** What reads codes here: zxing, or null where WebAssembly is missing; jsqr is loaded only where it is used. */
export interface Decoders {
  zxing: Decode | null
  jsqr: () => Promise<Decode>
}

/** The codes in a still picture. */
export async function readPicture(image: GreyImage, { zxing, jsqr }: Decoders): Promise<ScanResult[]> {
  const found = zxing?.(image, { invert: true, harder: true, downscale: true }) ?? []
  return found.length > 0 ? found : (await jsqr())(image, { invert: true, harder: true, downscale: false })
}

/** The first code in a frame of the camera. */
export async function readFrame(image: GreyImage, { zxing, jsqr }: Decoders): Promise<ScanResult | null> {
  const decode = zxing ?? (await jsqr())
  return decode(image, { invert: false, harder: false, downscale: true })[0] ?? null
}
