import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Another version of Node, which npm brings as a package: that of one system holds Node itself, so that nothing has to run when
 * it is installed.
 * @param {string} root the project
 * @param {string} asked such as 24
 * @returns {string} the path of its program
 * @throws Error where npm has none
 */
export function nodeOfVersion(root, asked) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, '.cache', 'node', asked)
  const path = join(folder, 'node_modules', name, 'bin', 'node')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${asked}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0 && existsSync(path)) return path
  throw new Error(`npm could not bring Node ${asked} for this system.`)
}

// node scripts/node/node-of-version.mjs 24 22: brings them before the tests would
if (process.argv[1] === import.meta.filename)
  for (const asked of process.argv.slice(2)) nodeOfVersion(join(import.meta.dirname, '..', '..'), asked)
