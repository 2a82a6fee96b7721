import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readBadge } from '@/lib/domain/badge/read/read-badge'
import { ServiceError } from '@/lib/errors'
import { receiveDocument } from '@/lib/http/receive/receive-document'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'
import { patientInspections } from '@/test/documents/patient-inspections'
import { corpus, FUZZ_RUNS, mutated } from './corpus'

const SAMPLES = join(import.meta.dirname, '../data/badges/samples/1edtech-ob30')
/** Every document is read by a process of its own. */
const PDF_RUNS = Math.ceil(FUZZ_RUNS / 50)

beforeAll(() => patientInspections())

it('reads a badge out of anything, or says what is wrong', () => {
  const samples = readdirSync(SAMPLES)
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => readFileSync(join(SAMPLES, name)))
  const property = fc.property(mutated([...corpus('badges'), ...samples]), (bytes) => {
    const { badge, checks } = readBadge(bytes)
    expect(checks.map(({ id }) => id)).toEqual(['size', 'unbake', 'parse', 'format'])
    // Text that stood in no picture has nothing to unbake.
    expect(badge !== null).toBe(checks.every(({ status }) => status === 'passed' || status === 'not_applicable'))
    if (badge === null) expect(checks.flatMap(({ errors }) => errors)).not.toEqual([])
  })
  fc.assert(property, { numRuns: FUZZ_RUNS })
})

it('receives any form with a document, or refuses it', async () => {
  const form = (content: Buffer) =>
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n'),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ])
  const property = fc.asyncProperty(mutated(corpus('pdfs').map(form)), async (body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const request = new Request('http://x/', { method: 'POST', headers, body: new Uint8Array(body) })
    const received = await receiveDocument(request, 1 << 20).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ServiceError)
      expect((error as ServiceError).status).toBeLessThan(500)
      return null
    })
    await received?.dispose()
  })
  await fc.assert(property, { numRuns: FUZZ_RUNS })
})

it('looks into any PDF without being harmed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  const path = join(folder, 'document.pdf')
  const property = fc.asyncProperty(mutated(corpus('pdfs')), async (bytes) => {
    await writeFile(path, bytes)
    const { outcome } = await inspectDocument(path)
    expect(['not_a_pdf', 'inspected', 'encrypted', 'failed']).toContain(outcome)
  })
  await fc.assert(property, { numRuns: PDF_RUNS }).finally(() => rm(folder, { recursive: true, force: true }))
})
