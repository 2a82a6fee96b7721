import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualWords } from '@/lib/contract/design/design-words'
import { projectDir } from '@/lib/project-dir'
import { exampleDocument, NAMES } from '@/test/documents/certificate-fixture'
import { exampleDesign } from '@/test/documents/example-design'
import { readTextOf } from '@/test/documents/rendered-page'
import { renderCertificate } from './render-certificate'

const run = promisify(execFile)

/** Programs of other people that take the text out of a page: poppler-utils and mupdf-tools of Debian, and Chromium's. */
const EXTRACTORS: Record<string, (path: string) => Promise<string>> = {
  poppler: async (path) => (await run('pdftotext', [path, '-'])).stdout,
  mupdf: async (path) => (await run('mutool', ['draw', '-q', '-F', 'txt', path])).stdout,
  pdfium: async (path) => readTextOf(await readFile(path)),
}

/** mupdf turns words from right to left round since 1.25, but for a mark that a word ends in (decision 52). */
const TURNS = !/ 1\.(?:1\d|2[0-4])\./.test(spawnSync('mutool', ['-v'], { encoding: 'utf8' }).stderr)
const RIGHT_TO_LEFT = /\p{Script=Hebrew}|\p{Script=Arabic}/u
const ENDS_IN_MARK = /[\p{Script=Hebrew}\p{Script=Arabic}]\p{M}+(?= [A-Z]|$)/u
const extractorsOf = (name: string) =>
  Object.entries(EXTRACTORS).filter(
    ([program]) => program !== 'mupdf' || !RIGHT_TO_LEFT.test(name) || (TURNS && !ENDS_IN_MARK.test(name)),
  )

/** poppler wraps words from right to left in these, and finds the last where a word ends in a mark. */
const CONTROLS: Readonly<Record<string, RegExp>> = { poppler: /[\u202a-\u202e\u200f]/g }
const asRead = (text: string, program: string) =>
  text
    .replace(CONTROLS[program] ?? '', '')
    .replace(/\s+/g, ' ')
    .normalize('NFC')

/** Marks at the ends of words and lines, and both directions, where programs that read a page differ most. */
const HARD = ['محمدٌ', 'أحمدُ بنُ عليٍّ', 'فاطِمَةُ الزَّهْراءِ', 'عليّ Ali', 'Ali عليّ', 'שָׂרָה לֵאָהּ', 'יִשְׂרָאֵלָ', 'שָׂרָהּ Sarah']

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extracted-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the name that other programs take out of the page', () => {
  it.each(NAMES)('is the name, letter for letter: %s', async (_, fullName) => {
    const path = join(folder, 'certificate.pdf')
    const eventTitle = `Safety: ${fullName}`.slice(0, 300)
    for (const design of [null, exampleDesign()]) {
      await writeFile(path, (await renderCertificate(exampleDocument({ fullName, eventTitle, design }))).pdf)
      for (const [program, extract] of extractorsOf(fullName)) {
        const read = asRead(await extract(path), program)
        expect(read, program).toContain(` ${fullName.normalize('NFC')} `)
        // Once more within other words.
        if (!RIGHT_TO_LEFT.test(fullName)) expect(read, program).toContain(`Safety: ${fullName}`)
      }
    }
  })

  it.each(HARD)('is the name where its marks stand at an end: %s', async (fullName) => {
    const path = join(folder, 'hard.pdf')
    await writeFile(path, (await renderCertificate(exampleDocument({ fullName }))).pdf)
    for (const [program, extract] of extractorsOf(fullName))
      expect(asRead(await extract(path), program), program).toContain(` ${fullName.normalize('NFC')} `)
  })

  it('keeps numbers, days and addresses in one piece among words from right to left', async () => {
    const path = join(folder, 'right-to-left.pdf')
    const design = { ...exampleDesign(), language: 'ar', words: usualWords('ar'), line: 'تدريب وفق اتفاقية 1978' }
    await writeFile(path, (await renderCertificate(exampleDocument({ design }))).pdf)
    const pieces = ['7K3M-9QXT-2VBD-8RWN', 'NMC-2026-00418', '2026-11-03', '2031-11-05', 'certificates.example']
    for (const [program, extract] of Object.entries(EXTRACTORS)) {
      const read = asRead(await extract(path), program)
      for (const piece of [...pieces, '1978']) expect(read, program).toContain(piece)
    }
  })

  it('is what the table of the documents says', async () => {
    const table = await readFile(join(projectDir(), 'docs', 'certificates', 'README.md'), 'utf8')
    for (const [what, name] of NAMES) {
      const shown = name.length > 60 ? `${name.slice(0, 40)}…` : name
      const said = (program: string) => (program === 'mupdf' && ENDS_IN_MARK.test(name) ? 'mark first' : 'same')
      const row = [what, shown, ...Object.keys(EXTRACTORS).map(said)]
      expect(table.replace(/ +/g, ' ')).toContain(`| ${row.join(' | ')} |`)
    }
  })
})
