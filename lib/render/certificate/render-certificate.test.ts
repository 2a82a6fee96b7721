import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { RenderPool } from '@/lib/render/typeset/render-pool'
import { exampleDocument, NAMES } from '@/test/documents/certificate-fixture'
import { darkest, readPage, readQrCodes, readTextOf, type RenderedPage } from '@/test/documents/rendered-page'
import { renderCertificate, renderJpeg } from './render-certificate'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Nothing but the frame outside of the margins, and the frame itself unbroken. */
function expectInsideMargins(page: RenderedPage) {
  const zones = [
    [0, 0, 297, 10.5],
    [0, 199.5, 297, 210],
    [0, 0, 10.5, 210],
    [286.5, 0, 297, 210],
    [12, 12, 29, 198],
    [268, 12, 285, 198],
    [12, 12, 285, 23],
    [12, 189, 285, 198],
  ] as const
  for (const [left, top, right, bottom] of zones) {
    expect(darkest(page, left, top, right, bottom), `ink in ${left} ${top} ${right} ${bottom}`).toBeGreaterThan(250)
  }
  for (const y of [20, 60, 105, 150, 190]) expect(darkest(page, 10.7, y, 11.3, y + 1)).toBeLessThan(80)
}

describe('renderCertificate', () => {
  it.each(NAMES)('sets a name on one page within its margins: %s', async (_, fullName) => {
    const document = exampleDocument({ fullName })
    const { pdf } = await renderCertificate(document)
    const page = await readPage(pdf)
    expect(page.pages).toBe(1)
    expectInsideMargins(page)
    expect(page.text).toContain(document.serial)
    expect(page.text).toContain(`Check at ${document.host}`)
    expect(darkest(page, 33, 70, 264, 125), 'the name is there').toBeLessThan(80)
    const jpeg = await renderJpeg(pdf)
    expect(await readQrCodes(jpeg)).toEqual([document.verificationUrl])
  })

  it('keeps the page when all words are as long as they may be', async () => {
    const words = (count: number) => 'Wissenschaft und Verantwortung im Grundgesetz '.repeat(9).slice(0, count).trim()
    const document = exampleDocument({
      serial: Array.from({ length: 32 }, () => 'AB9')
        .join('-')
        .slice(0, 127),
      fullName: words(200),
      registrationNumber: words(100),
      eventTitle: words(300),
      achievement: words(300),
      issuerName: words(200),
      host: `${'h'.repeat(63)}.${'o'.repeat(63)}.example`,
      verifiedDomain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example`,
    })
    const page = await readPage((await renderCertificate(document)).pdf)
    expect(page.pages).toBe(1)
    expectInsideMargins(page)
    expect(page.text).toContain(document.serial)
  })

  it('keeps the page when long words have no place to break', async () => {
    const document = exampleDocument({
      fullName: 'W'.repeat(200),
      eventTitle: '永'.repeat(300),
      achievement: 'ส'.repeat(300),
      registrationNumber: 'M'.repeat(100),
      issuerName: 'W'.repeat(200),
      serial: 'W'.repeat(127),
    })
    const page = await readPage((await renderCertificate(document)).pdf)
    expect(page.pages).toBe(1)
    expectInsideMargins(page)
  })

  it('leaves out what is not known', async () => {
    const bare = { registrationNumber: null, eventDate: null, expiresAt: null, verifiedDomain: '' }
    const text = await readTextOf((await renderCertificate(exampleDocument(bare))).pdf)
    expect(text).toContain('Issued')
    for (const label of ['Registration number', 'Date of the event', 'Valid until', 'null', 'northshore.example']) {
      expect(text).not.toContain(label)
    }
  })

  it('never takes words for code of the template', async () => {
    const fullName = '#sys.inputs *b* $x$ "q" \\u{41} [z] // c @l <m>'
    const text = await readTextOf((await renderCertificate(exampleDocument({ fullName }))).pdf)
    expect(text.replace(/\s+/g, ' ')).toContain(fullName)
  })

  it('shows the QR code at no less than 30 mm, in black on white ground', async () => {
    const page = await readPage((await renderCertificate(exampleDocument())).pdf)
    const corner = [297 - 32 - 32, 210 - 23 - 32] as const
    expect(darkest(page, corner[0], corner[1], corner[0] + 1, corner[1] + 1)).toBe(0)
    expect(darkest(page, 264, corner[1], 265, corner[1] + 1)).toBe(0)
    expect(darkest(page, corner[0] - 3.9, corner[1] - 3.9, corner[0] - 0.1, 187)).toBe(255)
  })

  it('gives the same bytes for the same document, in another process too', async () => {
    const document = exampleDocument({ fullName: 'Ștefan 欧阳 שרה' })
    const first = await renderCertificate(document)
    const other = new RenderPool({ size: 1 })
    const second = await other.renderCertificate(document)
    const third = await other.renderCertificate(document)
    await other.close()
    expect([sha256(second.pdf), sha256(third.pdf)]).toEqual([sha256(first.pdf), sha256(first.pdf)])
    expect(second).toMatchObject({ template: first.template, fonts: first.fonts, generator: first.generator })
    expect(first.generator).toMatch(/^typst-ts-node-compiler \d+\.\d+\.\d+$/)
    const changed = await renderCertificate({ ...document, issuedAt: document.issuedAt + 1000 })
    expect(sha256(changed.pdf)).not.toBe(sha256(first.pdf))
  })

  it.each([
    ['an emoji', 'Ana 😀', 'full_name holds "😀" (U+1F600) at position 5'],
    ['an unshipped script', 'ꦗꦮ', 'full_name holds "ꦗ" (U+A997) at position 1'],
  ])('refuses %s in a sentence', async (_, fullName, sentence) => {
    const rendering = renderCertificate(exampleDocument({ fullName }))
    await expect(rendering).rejects.toMatchObject({ code: 'undrawable', message: expect.stringContaining(sentence) })
  })
})

describe('renderJpeg', () => {
  it('draws the page in its colours, 1754 pixels wide and below 500 kB', async () => {
    const jpeg = await renderJpeg((await renderCertificate(exampleDocument())).pdf)
    expect(jpeg.length).toBeLessThan(500_000)
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 1754, height: 1240, channels: 3 })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('fails on what is no PDF', async () => {
    await expect(renderJpeg(Buffer.from('no PDF at all'))).rejects.toMatchObject({ code: 'failed' })
  })
})
