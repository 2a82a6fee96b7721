import fc from 'fast-check'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { hashWithPrefixes } from '@/test/documents/hash-with-prefixes'
import { makeVariant, VARIANTS } from '@/test/documents/inspection-samples'
import { patientInspections } from '@/test/documents/patient-inspections'
import { inspectDocument, type InspectOptions } from './inspect-document'

const issued = exampleDocument()
let folder: string
let source: string
let good: Buffer

beforeAll(() => patientInspections())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-document-'))
  source = join(folder, 'issued.pdf')
  good = Buffer.from((await renderCertificate(issued)).pdf)
  await writeFile(source, good)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspectBytes(bytes: Uint8Array, options?: InspectOptions) {
  const path = join(folder, 'inspected.pdf')
  await writeFile(path, bytes)
  return inspectDocument(path, options)
}

describe('what names the certificate is found', () => {
  it('in the file as it was issued: attached, in the text and in the QR code', async () => {
    expect(await inspectDocument(source)).toEqual({
      outcome: 'inspected',
      inspection: {
        attachments: [issued.credential],
        receiptJson: null,
        textSerials: [issued.serial],
        qrTexts: [issued.verificationUrl],
        pages: 1,
        isPartial: false,
        isPicture: false,
      },
    })
  })

  it.each(Object.keys(VARIANTS))('in a file that is %s', async (name) => {
    const result = await inspectDocument(await makeVariant(name, source, folder))
    if (result.outcome !== 'inspected') throw new Error(`The outcome is ${JSON.stringify(result)}`)
    const { attachments, textSerials, qrTexts } = result.inspection
    expect(qrTexts).toEqual([issued.verificationUrl])
    const isPicture = /scanned|photographed/.test(name)
    expect(textSerials).toEqual(isPicture ? [] : [issued.serial])
    const losesAttachments = /cairo|nested/.test(name) || isPicture
    expect(attachments).toEqual(losesAttachments ? [] : [issued.credential])
  })

  it('by the hash of what was issued, where a file was only appended to', async () => {
    const updated = await readFile(await makeVariant('incrementally updated', source, folder))
    const { sha256 } = await hashWithPrefixes(source)
    const path = join(folder, 'updated.pdf')
    await writeFile(path, updated)
    expect((await hashWithPrefixes(path)).prefixes).toContainEqual({ sha256, end: good.length })
  })

  it("by an issuer's own serial below its label", async () => {
    const { pdf } = await renderCertificate(exampleDocument({ serial: 'NMC/2026/0418-A' }))
    const result = await inspectBytes(pdf, { serialLabels: [`Check at ${issued.host}`] })
    expect(result).toMatchObject({ outcome: 'inspected', inspection: { textSerials: ['NMC/2026/0418-A'] } })
  })
})

describe('the inspector', () => {
  it('finds its code in any working folder', async () => {
    const before = process.cwd()
    process.chdir(tmpdir())
    try {
      expect(await inspectDocument(source)).toMatchObject({ outcome: 'inspected' })
    } finally {
      process.chdir(before)
    }
  })

  it('throws when there is no such file, rather than speak of it', async () => {
    await expect(inspectDocument(join(folder, 'missing.pdf'))).rejects.toThrow(/ENOENT/)
  })
})

describe('damaged files', () => {
  const outcomes = ['inspected', 'not_a_pdf', 'encrypted', 'failed']

  it('always come to one of the outcomes, wherever they are cut or changed', async () => {
    const damage = fc.record({
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(7)), {
        maxLength: 40,
      }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ keep, flips }) => {
        const bytes = Uint8Array.from(good.subarray(0, Math.ceil(good.length * keep)))
        for (const [where, bit] of flips) {
          const at = Math.floor(bytes.length * where)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        }
        const result = await inspectBytes(bytes)
        expect(outcomes).toContain(result.outcome)
      }),
      { numRuns: 20 },
    )
  })
})
