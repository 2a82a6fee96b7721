import type { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allCommands } from '@/cli/main'

const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8')

/** The commands that do something, as they are typed, each with the sentence of its help. */
function leaves(command: Command, words: string[] = []): [string, string][] {
  const named = [...words, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((one) => leaves(one, named))
  const takes = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))
  return [[[...named, ...takes].join(' '), command.description()]]
}

it('docs/commands.md lists every command with the sentence of its help, and no other', async () => {
  const listed = [...page.matchAll(/^\| `(certs [^`]+)` \| (.+) \|$/gm)].map(([, line, does]) => [line, does])
  expect(listed).toEqual(leaves(await allCommands()))
})

const NAMES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\0')
/** What somebody reads and may type: documents, units, and everything that the programs say. */
const READ = NAMES.filter(
  (name) =>
    (/^(README|CONTRIBUTING)\.md$/.test(name) ||
      /^docs\/.*\.(md|service|timer|yml|conf|sql)$/.test(name) ||
      (/^(app|cli|components|lib|server|scripts)\/.*\.(ts|tsx|mjs|sh|json)$/.test(name) && !name.includes('.test.'))) &&
    existsSync(join(ROOT, name)),
)

/** Words after `certs` that no command is called by; null where they name one, or none is named. */
function unknownOf(program: Command, line: string): string | null {
  let at = program
  for (const word of line.split(' ')) {
    if (at.commands.length === 0 || !/^[a-z][a-z-]*$/.test(word)) return null
    const next = at.commands.find((command) => command.name() === word)
    if (next === undefined) return word === 'help' ? null : line
    at = next
  }
  return null
}

it('a command that is named anywhere is one that there is', async () => {
  const program = await allCommands()
  const wrong = READ.flatMap((name) =>
    [
      ...readFileSync(join(ROOT, name), 'utf8').matchAll(
        /(?<![\w./@-])certs ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*){0,2})/g,
      ),
    ].flatMap(([, line = '']) => {
      const unknown = unknownOf(program, line)
      return unknown === null ? [] : [`${name}: certs ${unknown}`]
    }),
  )
  expect(wrong).toEqual([])
})
