import { realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { localPath } from '@/lib/local-path'
import { projectDir } from '@/lib/project-dir'

/**
 * Starts Node under its permission model: no file but these is read and none written, no process and no worker is started; from
 * Node 25 on there is no network either.
 * @param readable paths without symbolic links, as the model and the module loader name them; `*` at an end for all that begins so
 * @param options `addons`: packages with native code may be loaded. That code is bound by the system alone.
 */
export function permissionFlags(readable: readonly string[], { addons = false } = {}): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission')
  return [
    isStable ? '--permission' : '--experimental-permission',
    // Node 20 and 22 say on standard error that this may change.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...(addons ? ['--allow-addons'] : []),
    ...[...readable, ...onTheWay(readable)].map((path) => `--allow-fs-read=${path}`),
  ]
}

/**
 * What Node looks for in each folder above a program, on the way to a package: a `package.json`, and a `node_modules` that is not
 * there. Before 20.19.6 and 22.13 a program ends where it may not even look; and where a path is named that another one
 * covers, these versions forget or end.
 */
function onTheWay(readable: readonly string[]): string[] {
  const project = realpathSync(projectDir())
  const packages = packagesFolder()
  const isCovered = (path: string) =>
    readable.some((other) => other.endsWith('*') && path.startsWith(other.slice(0, -1)))
  const paths = new Set<string>([localPath(project, 'package.json')])
  for (const path of readable)
    for (
      let folder = dirname(path);
      folder.startsWith(`${project}${sep}`) && !folder.startsWith(packages);
      folder = dirname(folder)
    )
      for (const name of ['package.json', 'node_modules/*']) paths.add(localPath(folder, name))
  return [...paths].filter((path) => !readable.includes(path) && !isCovered(path))
}

/** All installed packages, wherever a link of that name leads. */
export function packagesFolder(): string {
  return realpathSync(localPath(projectDir(), 'node_modules'))
}
