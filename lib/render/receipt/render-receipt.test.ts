import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERALL_STATUSES } from '@/lib/contract/check/verification'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'
import { inspectReceiptPdf } from '@/test/documents/inspect-receipt-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { exampleReceipt } from '@/test/documents/receipt-fixture'
import type { ReceiptDocument } from './receipt-document'
import { renderReceipt } from './render-receipt'

const run = promisify(execFile)
let folder = ''

beforeAll(() => patientInspections())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-page-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function saved(document: ReceiptDocument): Promise<string> {
  const path = join(folder, 'receipt.pdf')
  await writeFile(path, await renderReceipt(document))
  return path
}

const certificate = (changes: Partial<NonNullable<ReceiptDocument['certificate']>>) => {
  const { certificate: example } = exampleReceipt()
  return example && { ...example, ...changes }
}

describe('renderReceipt', () => {
  it('is one tagged A4 page in PDF/A-3a with both files attached, for other programs', async () => {
    const document = exampleReceipt()
    const path = await saved(document)
    expect((await run('qpdf', ['--check', path])).stdout).toContain('No syntax or stream encoding errors found')
    const info = (await run('pdfinfo', ['-rawdates', path])).stdout
    expect(info).toMatch(/^Pages: +1$/m)
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(info).toMatch(/^Page size: +595\.276 x 841\.89 pts \(A4\)$/m)
    expect(info).toMatch(/^CreationDate: +D:20261120140732/m)
    expect((await run('pdfinfo', ['-meta', path])).stdout).toMatch(/<pdfaid:conformance>A</)
    const { files } = await inspectReceiptPdf(await renderReceipt(document))
    expect(Object.fromEntries(files)).toEqual({
      'receipt.jwt': document.receiptJwt,
      'receipt.json': document.receiptJson,
    })
    expect(await inspectDocument(path)).toMatchObject({ inspection: { attachments: [document.receiptJwt] } })
  })

  it.each(OVERALL_STATUSES)('says %s in words, with the time and the reference', async (outcome) => {
    const invalid = outcome === 'invalid'
    const document = exampleReceipt({ outcome, ...(invalid && { certificate: null }) })
    const { text } = await inspectReceiptPdf(await renderReceipt(document))
    expect(text.includes('Genuine and current')).toBe(outcome === 'verified')
    expect(text.includes('Do not accept')).toBe(outcome !== 'verified')
    expect(text.includes('Ana-Lucía')).toBe(!invalid)
    for (const said of [document.serial, '14:07:32 on 20 November 2026 (UTC)', document.keyThumbprint, document.id]) {
      expect(text).toContain(said)
    }
    for (const way of ['https://certificates.example/receipts', 'jose', 'openssl', 'In a checkout of this software']) {
      expect(text.replace(/\s+/g, ' ')).toContain(way)
    }
    expect(text).toMatch(/Case 2026\/118 ?Given by the requester, not checked/)
  })

  it('keeps the page when all words are as long as they may be', async () => {
    const words = 'Wissenschaft und Verantwortung im Grundgesetz '.repeat(9).slice(0, 300).trim()
    const long = certificate({
      fullName: 'محمّد بن موسى '.repeat(14).trim(),
      registrationNumber: 'M'.repeat(100),
      eventTitle: '永'.repeat(300),
      achievement: words,
      issuerName: 'W'.repeat(200),
      verifiedDomain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example`,
      withdrawnAt: Date.parse('2026-11-06T00:00:00Z'),
    })
    const host = `${'h'.repeat(63)}.${'o'.repeat(63)}.example`
    const ends = {
      host,
      keySetUrl: `https://${host}/.well-known/jwks.json`,
      receiptsUrl: `https://${host}/receipts`,
      reference: 'W'.repeat(64),
    }
    for (const outcome of ['verified', 'withdrawn'] as const) {
      await renderReceipt(exampleReceipt({ outcome, certificate: long, serial: 'W'.repeat(127), ...ends }))
    }
  })

  it('reads its English sentence from the left where the issuer’s name begins it from the right', async () => {
    const path = await saved(exampleReceipt({ certificate: certificate({ issuerName: 'معهد الشمال للملاحة' }) }))
    const { stdout } = await run('pdftotext', ['-bbox', path, '-'])
    const leftOf = (word: string) => Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(stdout)?.[1])
    expect(leftOf('issued')).toBeGreaterThan(leftOf('Genuine'))
  })

  it('is made for a name that it cannot draw, and takes no words for code', async () => {
    const hostile = certificate({ fullName: 'Ana 😀', achievement: '#sys.inputs *b* $x$ \\u{41} [z] // c @l <m>' })
    const { text } = await inspectReceiptPdf(await renderReceipt(exampleReceipt({ certificate: hostile })))
    expect(text).toContain('in letters that this page cannot draw')
    expect(text).toContain('#sys.inputs *b* $x$ \\u{41} [z] // c @l <m>')
  })
})
