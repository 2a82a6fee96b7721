import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { greyFromRgba, type GreyImage } from '@/lib/scan/image/grey-image'
import type { Decode } from '@/lib/scan/read/decoder'
import { openZxing } from '@/lib/scan/read/zxing-decoder'

const FOLDER = join(import.meta.dirname, '../data/qr')

/** A picture of the test data. */
export interface QrPicture {
  name: string
  image: GreyImage
  /** What its code holds as its authors recorded it; null where they could not decode it. */
  expected: string | null
  /** What it holds all the same, where somebody found out. */
  holds: string | null
}

/** The pictures of `test/data/qr`, decoded as a browser would. */
export async function qrPictures(): Promise<QrPicture[]> {
  const expected = readTexts('expected.json')
  const beyond = readTexts('beyond.json')
  return Promise.all(
    Object.keys(expected).map(async (name) => ({
      name,
      image: await greyPicture(join(FOLDER, name)),
      expected: expected[name] ?? null,
      holds: expected[name] ?? beyond[name] ?? null,
    })),
  )
}

/** The decoder that the worker uses, with its WebAssembly from the package. */
export async function zxingFromFile(): Promise<Decode> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return openZxing({ bytes: new Uint8Array(readFileSync(path)).buffer })
}

async function greyPicture(path: string): Promise<GreyImage> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return greyFromRgba({ data, width: info.width, height: info.height })
}

function readTexts(file: string): Record<string, string | null> {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, string | null>
}
