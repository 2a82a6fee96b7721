// Puts the operator's command on npx's path: npm links the bins of dependencies, not those of the project itself.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const link = join(root, 'node_modules', '.bin', 'certs')
const target = join(root, 'cli', 'certs.mjs')

if (existsSync(target)) {
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), target), link)
}
