import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '@/lib/contract/design/layouts'
import { refuseColours } from '@/lib/domain/design/colours'
import { anyDesign } from '@/test/documents/any-design'
import { exampleDocument, NAMES } from '@/test/documents/certificate-fixture'
import { exampleDesign } from '@/test/documents/example-design'
import { overlaps, wordBoxes } from '@/test/documents/page-boxes'
import { readPage, readQrCodes } from '@/test/documents/rendered-page'
import { renderCertificate, renderJpeg } from './render-certificate'

/** `DESIGNS=500` tries as many; the others are those of `npm test`. */
const RUNS = Number(process.env.DESIGNS ?? 12)
const TIMEOUT_MS = Math.max(240_000, RUNS * 5000)
const squeezed = (text: string) => text.replace(/[\s\u202a-\u202e\u2066-\u2069]/g, '')

/** Whatever stands on the page is read back: the words by pdfium, the code from the picture. */
async function expectWhole(document: ReturnType<typeof exampleDocument>) {
  const { pdf } = await renderCertificate(document)
  const page = await readPage(pdf)
  expect(page.pages).toBe(1)
  const text = squeezed(page.text)
  for (const words of [
    document.serial,
    document.eventTitle,
    document.achievement,
    document.host,
    document.verifiedDomain,
  ])
    expect(text).toContain(squeezed(words))
  for (const word of document.fullName.split(' ')) expect(text).toContain(squeezed(word))
  expect(await readQrCodes(await renderJpeg(pdf))).toEqual([document.verificationUrl])
  expect(await overlaps(pdf)).toEqual([])
}

describe('a design', () => {
  it(
    'whatever it chooses, shows the serial, the code, the name and the fields whole',
    async () => {
      const names = fc.constantFrom(...NAMES.map(([, name]) => name).filter((name) => !/\p{Script=Hebrew}/u.test(name)))
      const words = fc.constantFrom(
        'Passed',
        'Passed with distinction in all of the subjects of the second year',
        '合格',
      )
      await fc.assert(
        fc.asyncProperty(anyDesign, names, words, async (design, fullName, achievement) => {
          fc.pre(refuseColours(design.colours, design.background?.use === 'ground') === null)
          await expectWhole(exampleDocument({ fullName, achievement, design }))
        }),
        { numRuns: RUNS, seed: 7, endOnFailure: RUNS > 100 },
      )
    },
    TIMEOUT_MS,
  )

  it.each(LAYOUTS)('sets a name of two hundred letters on lines that can be read: %s', async (layout) => {
    const [, fullName = ''] = NAMES.find(([what]) => what === 'Two hundred letters') ?? []
    const { pdf } = await renderCertificate(exampleDocument({ fullName, design: { ...exampleDesign(), layout } }))
    const { boxes } = await wordBoxes(pdf)
    const longest = boxes.filter(({ text }) => text === fullName.split(' ')[0])
    expect(longest.length).toBeGreaterThan(0)
    for (const { top, bottom } of longest) expect(bottom - top).toBeGreaterThan(12)
  })

  it.each(['classic', 'diploma', 'portrait'] as const)('has its signatories in the middle: %s', async (layout) => {
    const design = exampleDesign()
    const [one] = design.signatories
    if (!one) throw new Error('no signatory')
    const signatories = [one, { ...one, name: 'Secondly', title: 'Principal' }]
    const { pdf } = await renderCertificate(exampleDocument({ design: { ...design, layout, signatories } }))
    const { width, boxes } = await wordBoxes(pdf)
    const middles = boxes.filter(({ text }) => text === 'Principal').map(({ left, right }) => (left + right) / 2)
    expect(middles).toHaveLength(2)
    expect(((middles[0] ?? 0) + (middles[1] ?? 0)) / 2).toBeCloseTo(width / 2, 0)
  })

  it.each(LAYOUTS)('gives the same bytes for the same document: %s', async (layout) => {
    const [design] = fc.sample(anyDesign, { numRuns: 1, seed: 3 })
    if (!design) throw new Error('no design')
    const document = exampleDocument({ design: { ...design, layout } })
    const [first, second] = [await renderCertificate(document), await renderCertificate(document)]
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0)
    expect(first.template).toBe(`certificate-7 ${layout}`)
  })
})
