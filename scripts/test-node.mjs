// npm run test:node -- 24 [words for npm test]: the tests under another version of Node, which npm brings as a package.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [version, ...words] = process.argv.slice(2)
if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Say which version: npm run test:node -- 24')
  process.exit(2)
}

const node = install(version)
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
const tests = spawn(node, [join('scripts', 'test.mjs'), ...words], { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
tests.on('exit', (code) => process.exit(code ?? 1))

/** The package of one system holds Node itself, so that nothing has to run when it is installed. */
function install(asked) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, '.cache', 'node', asked)
  const path = join(folder, 'node_modules', name, 'bin', 'node')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${asked}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status === 0 && existsSync(path)) return path
  console.error(`npm could not bring Node ${asked} for this system.`)
  process.exit(1)
}
