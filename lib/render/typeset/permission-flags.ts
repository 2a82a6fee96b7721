import { realpathSync } from 'node:fs'
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
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ]
}

/** All installed packages, wherever a link of that name leads. */
export function packagesFolder(): string {
  return realpathSync(localPath(projectDir(), 'node_modules'))
}
