import type { GreyImage } from '@/lib/scan/image/grey-image'
import { PICTURE_ATTEMPTS, PICTURE_ATTEMPTS_WITHOUT_WASM, type Attempt } from './attempts'
import type { Decoders } from './decoder'
import type { ScanResult } from './scan-result'

/** The latest start of an attempt, so that a picture without a code is reported within 0.7 s. */
const BUDGET_MS = 300

interface ReadOptions {
  /** A clock in milliseconds. */
  now?: () => number
}

/**
 * The codes in a still picture: one attempt after the other, until one reads something or the time is up.
 * @returns every code that the successful attempt found, each text once
 */
export async function readPicture(
  image: GreyImage,
  decoders: Decoders,
  { now = () => performance.now() }: ReadOptions = {},
): Promise<ScanResult[]> {
  const end = now() + BUDGET_MS
  const attempts = decoders.zxing ? PICTURE_ATTEMPTS : PICTURE_ATTEMPTS_WITHOUT_WASM
  for (const [index, attempt] of attempts.entries()) {
    if (index > 0 && now() > end) break
    const found = await tryOnce(image, attempt, decoders)
    if (found.length > 0) return onePerText(found)
  }
  return []
}

/** One attempt; the corners of what it finds are those of the picture that was given. */
export async function tryOnce(image: GreyImage, attempt: Attempt, { zxing, jsqr }: Decoders): Promise<ScanResult[]> {
  const decode = attempt.decoder === 'zxing' ? zxing : await jsqr()
  const prepared = decode && attempt.prepare(image)
  if (!decode || !prepared) return []
  return decode(prepared.image, attempt.options).map(({ text, corners }) => {
    return { text, corners: corners?.map(prepared.back) }
  })
}

function onePerText(results: ScanResult[]): ScanResult[] {
  return [...new Map(results.map((result) => [result.text, result])).values()]
}
