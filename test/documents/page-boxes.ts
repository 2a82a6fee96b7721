import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Points by which boxes of words may meet: their room above and below holds no ink. */
const ROOM = 0.35

interface Box {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

/** The words of a page with the boxes that poppler gives them, in points. */
export async function wordBoxes(pdf: Uint8Array): Promise<{ width: number; height: number; boxes: Box[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'boxes-'))
  try {
    const path = join(folder, 'page.pdf')
    await writeFile(path, pdf)
    const { stdout } = await run('pdftotext', ['-bbox', path, '-'])
    const [, width = '0', height = '0'] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(stdout) ?? []
    const words = stdout.matchAll(
      /<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">([^<]*)</g,
    )
    const boxes = Array.from(words, ([, left, top, right, bottom, text = '']) => {
      return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) }
    })
    return { width: Number(width), height: Number(height), boxes }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Words of a page that stand on each other, or outside of it. */
export async function overlaps(pdf: Uint8Array): Promise<string[]> {
  const page = await wordBoxes(pdf)
  const boxes = page.boxes.map(shrunk)
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > page.width || bottom > page.height,
  )
  const meeting = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => (meet(one, other) ? [`${one.text} / ${other.text}`] : [])),
  )
  return [...outside.map(({ text }) => text), ...meeting]
}

function shrunk({ text, left, top, right, bottom }: Box): Box {
  const room = (bottom - top) * ROOM
  return { text, left: left + 0.5, top: top + room, right: right - 0.5, bottom: bottom - room }
}

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
