import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from '@/lib/project-dir'
import { exampleDocument, NAMES } from '@/test/documents/certificate-fixture'
import { exampleDesign } from '@/test/documents/example-design'
import { readPage } from '@/test/documents/rendered-page'
import { closeRenderPool, renderCertificate } from './render-certificate'

const run = promisify(execFile)

/** Programs of other people that take the text out of a page: poppler-utils and mupdf-tools of Debian, and Chromium's. */
const EXTRACTORS: Record<string, (path: string) => Promise<string>> = {
  poppler: async (path) => (await run('pdftotext', [path, '-'])).stdout,
  mupdf: async (path) => (await run('mutool', ['draw', '-q', '-F', 'txt', path])).stdout,
  pdfium: async (path) => (await readPage(await readFile(path))).text,
}

/**
 * poppler 22.12 gives what stands on the left of a line before its first letter as it finds it, and a mark is no letter to it:
 * it cannot give a word from right to left whose last letter bears a mark, however it is drawn.
 */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Arabic with marks': { poppler: '\u0651محمّد بن موسى الخُوارِزْمِي' },
}

/** Poppler wraps words from right to left in these. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const asRead = (text: string) => text.replace(CONTROLS, '').replace(/\s+/g, ' ').normalize('NFC')

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extracted-'))
})

afterAll(async () => {
  await closeRenderPool()
  await rm(folder, { recursive: true, force: true })
})

describe('the name that other programs take out of the page', () => {
  it.each(NAMES)('is the name, letter for letter: %s', async (what, fullName) => {
    const path = join(folder, 'certificate.pdf')
    const eventTitle = `Safety: ${fullName}`.slice(0, 300)
    for (const design of [null, exampleDesign()]) {
      await writeFile(path, (await renderCertificate(exampleDocument({ fullName, eventTitle, design }))).pdf)
      for (const [program, extract] of Object.entries(EXTRACTORS)) {
        const read = asRead(await extract(path))
        const otherwise = OTHERWISE[what]?.[program]
        expect(read, program).toContain(` ${otherwise ?? fullName.normalize('NFC')} `)
        // Once more within other words.
        if (!otherwise && !/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(fullName))
          expect(read, program).toContain(`Safety: ${fullName}`)
      }
    }
  })

  it('is what the table of the documents says', async () => {
    const table = await readFile(join(projectDir(), 'docs', 'certificates', 'README.md'), 'utf8')
    const read = (what: string, program: string) => OTHERWISE[what]?.[program]?.replace(/\s+/g, ' ') ?? 'same'
    for (const [what, name] of NAMES) {
      const shown = name.length > 60 ? `${name.slice(0, 40)}…` : name
      const row = [what, shown, ...Object.keys(EXTRACTORS).map((program) => read(what, program))]
      expect(table.replace(/ +/g, ' ')).toContain(`| ${row.join(' | ')} |`)
    }
  })
})
