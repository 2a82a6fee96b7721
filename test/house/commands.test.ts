import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allCommands } from '@/cli/main'

const page = readFileSync(join(import.meta.dirname, '../../docs/commands.md'), 'utf8')

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
