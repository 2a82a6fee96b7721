import {
  BINARIZERS,
  CHARACTER_SETS,
  EAN_ADD_ON_SYMBOLS,
  TEXT_MODES,
  defaultReaderOptions,
  encodeFormats,
  prepareZXingModule,
  type ZXingReaderModule,
} from 'zxing-wasm/reader'
import type { GreyImage } from '@/lib/scan/image/grey-image'
import type { Decode, DecodeOptions } from './decoder'
import type { ScanResult } from './scan-result'

/** The reader's WebAssembly file: its address, or its bytes if there is nothing to fetch it with. */
type ZxingWasm = { address: string } | { bytes: ArrayBuffer }

/** What Emscripten gives every module, and its types only where they are installed. */
interface Memory {
  HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _free(pointer: number): void
}

const MOST_CODES = 16
/** Micro QR codes are left out: where there is none, a sharpened or thresholded picture easily shows one of a few digits. */
const FIXED = {
  ...defaultReaderOptions,
  formats: encodeFormats(['QRCodeModel2']),
  binarizer: BINARIZERS.indexOf('LocalAverage'),
  eanAddOnSymbol: EAN_ADD_ON_SYMBOLS.indexOf('Ignore'),
  textMode: TEXT_MODES.indexOf('Plain'),
  characterSet: CHARACTER_SETS.indexOf('Unknown'),
  maxNumberOfSymbols: MOST_CODES,
}

/**
 * Starts the WebAssembly decoder. It is called below its own `readBarcodes`, which takes four bytes a pixel only to
 * make them one again.
 * @throws when the file cannot be had or compiled
 */
export async function openZxing(wasm: ZxingWasm): Promise<Decode> {
  const overrides =
    'address' in wasm ? { locateFile: () => wasm.address } : { wasmBinary: wasm.bytes, locateFile: () => 'given' }
  const module = (await prepareZXingModule({ overrides, fireImmediately: true })) as ZXingReaderModule & Memory
  return (image: GreyImage, options: DecodeOptions): ScanResult[] => {
    const { data, width, height } = image
    if (data.length === 0) return []
    const pointer = module._malloc(data.length)
    if (!pointer) return []
    try {
      module.HEAPU8.set(data, pointer)
      const found = module.readBarcodesFromPixmap(pointer, width, height, { ...FIXED, ...optionsOf(options) })
      const results: ScanResult[] = []
      for (let index = 0; index < found.size(); index++) {
        const result = found.get(index)
        if (!result?.isValid || result.text === '') continue
        const { topLeft, topRight, bottomRight, bottomLeft } = result.position
        results.push({ text: result.text, corners: [topLeft, topRight, bottomRight, bottomLeft] })
      }
      return results
    } catch (error) {
      // A C++ exception comes as its number; anything else is the module's end.
      if (typeof error === 'number') return []
      throw error
    } finally {
      module._free(pointer)
    }
  }
}

function optionsOf({ invert = false, harder = false, downscale = false, denoise = false }: DecodeOptions) {
  return { tryInvert: invert, tryHarder: harder, tryRotate: harder, tryDownscale: downscale, tryDenoise: denoise }
}
