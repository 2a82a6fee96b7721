import type { GreyImage } from './grey-image'
import type { ScanResult } from './scan-result'

export interface DecodeOptions {
  /** Also as its negative. */
  invert: boolean
  /** Spend more time on it: more lines, more angles. */
  harder: boolean
  /** Also at half the size and less. */
  downscale: boolean
}

/** Reads QR codes from pixels, in one attempt. Gives nothing where there is no code; never throws for any picture. */
export type Decode = (image: GreyImage, options: DecodeOptions) => ScanResult[]
