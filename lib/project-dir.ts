import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let found: string | undefined

/**
 * The project's folder, as an absolute path: the first above this code that holds the migrations, whether the code runs
 * from its sources, from `dist` or from Next's bundles. What lies in it (templates, fonts, migrations, programs of child
 * processes) is found from here, never from where a module happens to stand.
 */
export function projectDir(): string {
  return (found ??= above(dirname(fileURLToPath(import.meta.url))) ?? process.cwd())
}

/** The compiled program of a child process or a thread, as an absolute path. */
export function compiledProgram(name: 'render-worker' | 'untrusted-worker'): string {
  return join(projectDir(), 'dist', `${name}.mjs`)
}

function above(folder: string): string | null {
  if (existsSync(/* turbopackIgnore: true */ join(folder, 'prisma', 'migrations'))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : above(parent)
}
