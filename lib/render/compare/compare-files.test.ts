import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CertificateDocument } from '@/lib/render/certificate/certificate-document'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { COMPARED } from '@/test/documents/compared-certificates'
import { FORGED_FILES } from '@/test/documents/forged-files'
import { GENUINE_FILES } from '@/test/documents/genuine-files'
import { go, type Variant } from '@/test/documents/inspection-samples'
import type { ComparedFile } from './comparison-result'

const run = promisify(execFile)
const batch = fileURLToPath(new URL('./compare-batch.mjs', import.meta.url))
const LONGEST_ANSWER = 64 * 1024 * 1024
/** Ends what hangs: more than a hundred files are made by other programs. */
const TIMEOUT_MS = 1_000_000

type FileToMake = readonly [what: string, certificate: string, make: Variant]

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-files-'))
  for (const [name, document] of Object.entries(COMPARED)) await writeFile(issued(name), await pdfOf(document))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const issued = (name: string) => join(folder, `${name}.pdf`)
const pdfOf = async (document: CertificateDocument) => (await renderCertificate(document)).pdf

/** Makes and compares every file of a table, all of them in one process. */
async function compareAll(table: readonly FileToMake[], of: string) {
  await mkdir(join(folder, of))
  const made = await Promise.all(
    Object.keys(COMPARED).map(async (certificate) => {
      const own = table.filter((file) => file[1] === certificate)
      const paths = own.map((_, index) => join(folder, of, `${certificate}-${index}.pdf`))
      for (const [index, [, , make]] of own.entries()) await make(go, issued(certificate), paths[index] ?? '')
      return { certificate, own, paths }
    }),
  )
  const pairs = made.map(({ certificate, paths }) => [issued(certificate), paths])
  const { stdout } = await run(process.execPath, [batch, JSON.stringify(pairs)], { maxBuffer: LONGEST_ANSWER })
  const answers = JSON.parse(stdout) as ComparedFile[][]
  const outcomes = made.flatMap(({ certificate, own }, at) =>
    own.map(([what], index) => ({ what, certificate, ...(answers[at]?.[index] as ComparedFile) })),
  )
  return outcomes.map((file) => ({ ...file, outcome: `${file.text} ${file.picture}` }))
}

/** How many files came to each outcome: words first, then the picture. */
function counts(outcomes: readonly { outcome: string }[]) {
  const keys = [...new Set(outcomes.map(({ outcome }) => outcome))].sort()
  return Object.fromEntries(keys.map((key) => [key, outcomes.filter(({ outcome }) => outcome === key).length]))
}

/** COMPARED=1 prints what became of each file. */
function show(outcomes: readonly { what: string | undefined; certificate: string; outcome: string }[]) {
  if (process.env.COMPARED === undefined) return
  console.log(counts(outcomes), outcomes.map((one) => `${one.outcome}: ${one.certificate}, ${one.what}`).join('\n'))
}

const namesOf = (outcomes: readonly { what: string | undefined; certificate: string }[]) =>
  outcomes.map(({ what, certificate }) => `${certificate}: ${what}`)

describe('files that are not the issued bytes', () => {
  it(
    'genuine ones: none is called different, and what only rewrites a file is recreated',
    async () => {
      const outcomes = await compareAll(GENUINE_FILES, 'genuine')
      show(outcomes)
      expect(outcomes.length).toBeGreaterThanOrEqual(60)
      expect(namesOf(outcomes.filter(({ outcome }) => outcome.includes('different')))).toEqual([])
      const rewritten = outcomes.filter(({ what = '' }) => /^(linearized|packed|cleaned|separated)/.test(what))
      expect(rewritten.map(({ outcome }) => outcome)).toEqual(rewritten.map(() => 'same same'))
    },
    TIMEOUT_MS,
  )

  it(
    'forgeries: none is recreated',
    async () => {
      const outcomes = await compareAll(FORGED_FILES, 'forged')
      show(outcomes)
      expect(outcomes.length).toBeGreaterThanOrEqual(60)
      expect(namesOf(outcomes.filter(({ outcome }) => outcome === 'same same'))).toEqual([])
      const anew = outcomes.filter(({ what }) => what === 'another name, set anew')
      expect(anew.map(({ text }) => text)).toEqual(['different'])
      const plain = /^(another (name$|event|date|serial)|five more|a 3 that)/
      const typeset = outcomes.filter(({ what = '', certificate }) => certificate !== 'arabic' && plain.test(what))
      expect(typeset.map(({ outcome }) => outcome)).toEqual(typeset.map(() => 'different different'))
    },
    TIMEOUT_MS,
  )
})
