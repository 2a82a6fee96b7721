import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const lines = [...readme.matchAll(/`([^`\n]* certs [^`\n]*help)`/g)].map(([, line = '']) => line)

// The runner of packages takes options that come first for its own, so that the line is run as it stands.
it.each(lines)('README: %s prints the help of the command', async (line) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: ROOT })
  expect(stdout).toMatch(/^Usage: certs /)
})

it('names how to get help of the whole and of one command', () => {
  expect(lines.map((line) => line.replace(/^.*certs /, ''))).toEqual(['help', 'issue --help'])
})
