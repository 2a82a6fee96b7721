import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Every file that is or would be in the repository, by its path from the root. */
export const NAMES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\0')

/** Every file of code, by its path from the root; generated ones left out. */
export const SOURCES = NAMES.filter(
  (name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes('/generated/') && existsSync(join(ROOT, name)),
)
const KNOWN = new Set(SOURCES)

/** Those of them that the service and its command run. */
export const PRODUCTION = SOURCES.filter(
  (name) => /^(app|components|lib|server|cli)\//.test(name) && !/\.test\./.test(name),
)

const TEXTS = new Map<string, string>()

export function textOf(name: string): string {
  const text = TEXTS.get(name) ?? readFileSync(join(ROOT, name), 'utf8')
  TEXTS.set(name, text)
  return text
}

/** The files of the project that a file imports, types too. */
export function importsOf(name: string): string[] {
  return [...textOf(name).matchAll(/(?:from|import\(|import)\s*'((?:@|\.\.?)\/[^']*)'/g)].flatMap(
    ([, specifier = '']) => {
      const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(name), specifier)
      return ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => KNOWN.has(file)) ?? []
    },
  )
}
