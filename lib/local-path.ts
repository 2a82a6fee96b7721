import { join } from 'node:path'

/**
 * A path on the machine where the service runs, as `join` makes it. While Next builds, it reads what a plain `join` may lead to:
 * that would be the data folder too, whose files come and go if a service runs meanwhile, and which holds keys.
 */
export function localPath(folder: string, ...names: readonly string[]): string {
  return join(/* turbopackIgnore: true */ folder, ...names)
}
