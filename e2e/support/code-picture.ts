/** Pictures with QR codes in them, as people make them: a screenshot, a photo of a page, a film of a camera. */
import { writeFile } from 'node:fs/promises'
import { toBuffer } from 'qrcode'
import sharp, { type Sharp } from 'sharp'

const WIDTH = 640
const HEIGHT = 480
/** Frames of each part of a film; Chromium's fake camera shows some 30 a second, over and over. */
const PART = 10

/** A screenshot of codes beside each other. */
export async function codePicture(...texts: string[]): Promise<Buffer> {
  const side = 320
  const codes = await Promise.all(texts.map((text) => toBuffer(text, { width: side, margin: 4 })))
  return sharp({ create: { width: side * codes.length, height: side, channels: 3, background: '#fff' } })
    .composite(codes.map((input, at) => ({ input, left: at * side, top: 0 })))
    .png()
    .toBuffer()
}

/** A picture without any code. */
export function emptyPicture(): Promise<Buffer> {
  return desk().png().toBuffer()
}

/**
 * Writes what a camera sees when a page with a code is held up to it: nothing, then the page moving in, out of focus,
 * too dark, and at last still and clear.
 * @param file where the film goes, as MJPEG
 * @param end `blurred`: a film in which nothing can be read
 */
export async function filmOfPage(file: string, text: string, end: 'clear' | 'blurred' = 'clear'): Promise<void> {
  const page = await heldUpPage(text)
  const frames: Promise<Buffer>[] = []
  const add = async (count: number, picture: (at: number) => Promise<Sharp>) => {
    for (let at = 0; at < count; at++) frames.push(frame(await picture(at)))
  }
  if (end === 'clear') {
    await add(PART, () => Promise.resolve(desk()))
    await add(PART, async (at) => (await show(page, 40 * (PART - at), 14)).blur(5))
    await add(PART, async (at) => (await show(page, at, 9)).blur(2.5).linear(0.18, 0))
    await add(3 * PART, (at) => show(page, at, 6))
  } else await add(PART, async (at) => (await show(page, at, 4)).blur(6))
  await writeFile(file, Buffer.concat(await Promise.all(frames)))
}

const frame = (picture: Sharp) => picture.jpeg({ quality: 80 }).toBuffer()

function desk(): Sharp {
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#8d8172' } })
}

/** A sheet with some lines of text and a code, on nothing. */
async function heldUpPage(text: string): Promise<Buffer> {
  const lines = Array.from({ length: 9 }, (_, at) => `<rect x="30" y="${50 + at * 30}" width="150" height="8"/>`).join(
    '',
  )
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="340"><rect width="460" height="340" fill="#fdfcf8"/>${lines}</svg>`
  const code = await toBuffer(text, { width: 210, margin: 2 })
  return sharp(Buffer.from(sheet))
    .composite([{ input: code, left: 225, top: 65 }])
    .png()
    .toBuffer()
}

/** The page in front of the camera, pushed aside by so many pixels and turned by so many degrees. */
async function show(page: Buffer, aside: number, degrees: number): Promise<Sharp> {
  const turned = sharp(page)
    .rotate(degrees, { background: '#8d8172' })
    .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#8d8172' })
  const left = Math.min(aside, WIDTH - 1)
  const seen = await turned.png().toBuffer()
  const cut = await sharp(seen)
    .extract({ left: 0, top: 0, width: WIDTH - left, height: HEIGHT })
    .toBuffer()
  return sharp(
    await desk()
      .composite([{ input: cut, left, top: 0 }])
      .png()
      .toBuffer(),
  )
}
