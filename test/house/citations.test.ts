import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SPEC = join(ROOT, 'docs', 'spec')
const pages = new Map(
  readdirSync(SPEC).flatMap((name) => {
    const number = /^(\d\d)-/.exec(name)?.[1]
    return number ? [[Number(number), readFileSync(join(SPEC, name), 'utf8')] as const] : []
  }),
)
const interfaceText = readFileSync(join(SPEC, 'interface.md'), 'utf8')

/** What is between the words of a sentence in a comment, which may go over a line's end. */
const GAP = String.raw`(?:\s|\*|//|--|#)+`
const PART = new RegExp(
  `[Ss]pec${GAP}parts?${GAP}(\\d+(?:(?:,${GAP}|${GAP}and${GAP})\\d+)*)(?:,${GAP}["“]([^"”]+)["”])?`,
  'g',
)
const SECTION = new RegExp(`interface\\.md${GAP}(?:parts?${GAP})?(\\d+(?:\\.\\d+)?)`, 'g')

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.sql'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && !name.startsWith('docs/spec/') && name !== 'test/house/citations.test.ts')
const texts = files.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')] as const)

const words = (text: string) => text.replace(/[\s*`]+/g, ' ').toLowerCase()

describe('citations of the specification', () => {
  it('name parts that exist, with the words that they quote', () => {
    const cited = texts.flatMap(([name, text]) =>
      [...text.matchAll(PART)].map(([, numbers = '', quoted]) => ({
        name,
        numbers: numbers.match(/\d+/g) ?? [],
        quoted,
      })),
    )
    expect(cited.length).toBeGreaterThan(150)
    const wrong = cited.filter(({ numbers, quoted }) => {
      const found = numbers.map((number) => pages.get(Number(number)))
      return !found.every((page) => page !== undefined && (quoted === undefined || words(page).includes(words(quoted))))
    })
    expect(wrong).toEqual([])
  })

  it('name sections of the interface that exist', () => {
    const cited = texts.flatMap(([name, text]) =>
      [...text.matchAll(SECTION)].map(([, section = '']) => ({ name, section })),
    )
    expect(cited.length).toBeGreaterThan(20)
    const exists = (section: string) => new RegExp(`^#+ ${section.replace('.', '\\.')}[. ]`, 'm').test(interfaceText)
    const listed = (section: string) => {
      const [part = '', item = ''] = section.split('.')
      const page = interfaceText.split(/^## /m).find((one) => one.startsWith(`${part}.`))
      return item !== '' && new RegExp(`^${item}\\. `, 'm').test(page ?? '')
    }
    expect(cited.filter(({ section }) => !exists(section) && !listed(section))).toEqual([])
  })

  it('name nothing that is not in the repository', () => {
    const strange = /\b(?:definitions(?:-2)?|house|stack|looks|next-app)\.md\b/
    expect(texts.filter(([, text]) => strange.test(text)).map(([name]) => name)).toEqual([])
  })
})
