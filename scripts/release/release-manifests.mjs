// package.json and package-lock.json as a release has them: without what only development needs, so that `npm ci` installs
// what runs and the bill of materials says the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const NODE_MODULES = 'node_modules/'

/**
 * Both files of a release, as npm reads them.
 * @param {string} root the project
 */
export function releaseManifests(root) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { devDependencies: _, ...manifest } = read('package.json')
  const lock = read('package-lock.json')
  const runtime = runtimePackages(lock.packages)
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .filter(([path]) => runtime.has(path))
      .map(([path, { dev, devOptional, devDependencies, ...one }]) => [path, one]),
  )
  return { manifest, lock: { ...lock, packages } }
}

/**
 * What a release needs, of every platform: the dependencies of the project and theirs, but no peer that is optional. npm itself
 * installs such peers with a lock file that has them for development.
 * @param packages those of a lock file, by their paths
 * @returns {Set<string>} the paths, the project’s own among them
 */
function runtimePackages(packages) {
  const found = new Set([''])
  // A set is walked on through what is added to it meanwhile.
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta } = packages[path]
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const at = resolved(packages, path, name)
      if (at !== null) found.add(at)
      else if (!(name in optionalDependencies)) throw new Error(`package-lock.json lacks ${name}, which ${path} needs.`)
    }
  }
  return found
}

/** As Node finds a package: beside its dependant, then further out. */
function resolved(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf(NODE_MODULES) - 1, 0))) {
    const path = `${at === '' ? '' : `${at}/`}${NODE_MODULES}${name}`
    if (path in packages) return path
    if (at === '') return null
  }
}
