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

/** Words of a page that stand on each other, or outside of it, by the boxes that poppler gives. */
export async function overlaps(pdf: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boxes-'))
  try {
    const path = join(folder, 'page.pdf')
    await writeFile(path, pdf)
    const { stdout } = await run('pdftotext', ['-bbox', path, '-'])
    const [, width = '0', height = '0'] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(stdout) ?? []
    const boxes = [
      ...stdout.matchAll(/<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">([^<]*)</g),
    ].map(([, left, top, right, bottom, text]) =>
      shrunk(Number(left), Number(top), Number(right), Number(bottom), text ?? ''),
    )
    const outside = boxes.filter(
      ({ left, top, right, bottom }) => left < 0 || top < 0 || right > Number(width) || bottom > Number(height),
    )
    const meeting = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => (meet(one, other) ? [`${one.text} / ${other.text}`] : [])),
    )
    return [...outside.map(({ text }) => text), ...meeting]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function shrunk(left: number, top: number, right: number, bottom: number, text: string): Box {
  const room = (bottom - top) * ROOM
  return { text, left: left + 0.5, top: top + room, right: right - 0.5, bottom: bottom - room }
}

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
