import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A file by its path from the root, and what it is to hold. */
export type LintedText = readonly [path: string, code: string]

/** The same path with a number in its name, so that several texts can have one: `a/b.test.ts` becomes `a/b-3.test.ts`. */
const numbered = (path: string, number: number) => path.replace(/([^/.]+)((?:\.\w+)+)$/, `$1-${number}$2`)

/**
 * Checks texts by the project's own rules, all of them in one process.
 * @returns the rules that each of them breaks, by its place
 */
export function lintTexts(texts: readonly LintedText[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-texts-'))
  try {
    for (const name of ['.oxlintrc.json', 'lint', 'tsconfig.json'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const files = texts.map(([path], index) => numbered(path, index))
    for (const [index, [, code]] of texts.entries()) {
      const path = join(folder, files[index] ?? '')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${code}\n`)
    }
    const program = join(ROOT, 'node_modules', '.bin', 'oxlint')
    const { stdout, stderr } = spawnSync(program, ['-f', 'json', ...files], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, OXLINT_TSGOLINT_PATH: join(ROOT, 'node_modules', '.bin', 'tsgolint') },
    })
    const { diagnostics, number_of_files: looked } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string }[]
      number_of_files: number
    }
    if (looked !== texts.length) throw new Error(`${looked} of ${texts.length} texts were looked at: ${stderr}`)
    return files.map((file) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
