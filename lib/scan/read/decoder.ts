import type { GreyImage } from '@/lib/scan/image/grey-image'
import type { ScanResult } from './scan-result'

/** The steps of one attempt; a step that is left out is not tried. */
export interface DecodeOptions {
  /** Also as its negative. */
  invert?: boolean
  /** More lines and more angles. */
  harder?: boolean
  /** Also at a third of the size. */
  downscale?: boolean
  /** Also after closing the small gaps that grain leaves in dark modules. */
  denoise?: boolean
}

/** Reads QR codes from pixels, in one attempt. Gives nothing where there is no code; never throws for any picture. */
export type Decode = (image: GreyImage, options: DecodeOptions) => ScanResult[]

/** What reads codes here: zxing, or null where WebAssembly is missing; jsqr is loaded only where it is used. */
export interface Decoders {
  zxing: Decode | null
  jsqr: () => Promise<Decode>
}
