import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { setInspections } from '@/lib/render/inspect/inspect-document'
import { InspectionLanes } from '@/lib/render/inspect/inspection-lanes'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { hostileFiles } from '@/test/documents/hostile-pdfs'
import { incrementallyUpdated } from '@/test/documents/inspection-samples'
import { compareDocument } from './compare-document'

const MEBIBYTE = 1024 * 1024
const ADDRESS = '192.0.2.1'
/** Ends what hangs: where others use the processors, ten times as long passes. */
const TIMEOUT_MS = 1_000_000
/** Only processor time ends a file here: a hostile one uses up all that there is, and an honest one has enough on any machine. */
const [HOSTILE_CPU_MS, HONEST_CPU_MS] = [2000, 9000]
const limits = { cpuMs: HONEST_CPU_MS, timeMs: 120_000, isNice: false }
let folder: string
let issued: Buffer
const hostile = new Map<string, string>()

beforeAll(async () => {
  setInspections(new InspectionLanes({ compared: limits }))
  folder = await mkdtemp(join(tmpdir(), 'compare-document-'))
  issued = Buffer.from((await renderCertificate(exampleDocument())).pdf)
  for (const [name, { bytes }] of Object.entries(hostileFiles(issued))) {
    hostile.set(name, await stored(`hostile-${hostile.size}.pdf`, bytes))
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const compare = (path: string) => compareDocument(path, issued, ADDRESS)

describe('a file and the issued one, in a process of their own', () => {
  it('are the same page, and both are drawn', async () => {
    const result = await compare(await stored('updated.pdf', incrementallyUpdated(issued)))
    expect(result).toMatchObject({ outcome: 'compared', file: { text: 'same', picture: 'same', marks: [] } })
    const { pictures } = (result as Extract<typeof result, { outcome: 'compared' }>).file
    for (const picture of [pictures?.issued, pictures?.found]) {
      expect(
        Buffer.from(picture ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    }
  })

  it(
    'where the file is hostile: nothing is claimed, this process pays nothing, and the next file works',
    async () => {
      limits.cpuMs = HOSTILE_CPU_MS
      const before = process.memoryUsage().rss
      for (const [name, path] of hostile) {
        const result = await compare(path)
        const claims = result.outcome === 'compared' ? [result.file.text, result.file.picture] : []
        expect(
          claims.filter((claim) => claim === 'same'),
          name,
        ).toEqual([])
        expect(process.memoryUsage().rss - before, name).toBeLessThan(64 * MEBIBYTE)
      }
      limits.cpuMs = HONEST_CPU_MS
      expect(await compare(await stored('issued.pdf', issued))).toMatchObject({
        outcome: 'compared',
        file: { text: 'same' },
      })
    },
    TIMEOUT_MS,
  )
})
