// After npm install, and before a build: makes the database client of prisma/schema.prisma, unless it is there already. A
// built release has neither the generator nor a need of it: dist holds the client.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const generator = join(root, 'node_modules', 'prisma')
const stamp = join(root, 'lib', 'store', 'generated', 'made-from')

if (existsSync(generator)) {
  const hash = createHash('sha256')
  for (const file of [join(root, 'prisma', 'schema.prisma'), join(generator, 'package.json')])
    hash.update(readFileSync(file))
  const sources = hash.digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
    const args = [join(generator, 'build', 'index.js'), 'generate']
    // What it prints is of no use where it succeeds, and the command's output is its own.
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    if (status === 0) writeFileSync(stamp, sources)
    else console.error(stdout + stderr)
    process.exitCode = status ?? 1
  }
}
