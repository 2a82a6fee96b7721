// npm run test:node -- 24 [words for npm test]: the tests under another version of Node, which npm brings as a package.
import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { nodeOfVersion } from './node-of-version.mjs'

const root = join(import.meta.dirname, '..', '..')
const [version, ...words] = process.argv.slice(2)
if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Say which version: npm run test:node -- 24')
  process.exit(2)
}

const node = nodeOfVersion(root, version)
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
const tests = spawn(node, [join('scripts', 'test.mjs'), ...words], { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
tests.on('exit', (code) => process.exit(code ?? 1))
