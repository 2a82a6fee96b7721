import { resolve } from 'node:path'
import { projectDir } from '@/lib/project-dir'

/**
 * The data folder as an absolute path. A relative DATA_DIR is relative to the project's folder, whatever the working
 * folder is, so that the server and the operator's command always find the same data (spec part 12).
 */
export function resolveDataDir(env: { DATA_DIR: string }): string {
  return resolve(projectDir(), env.DATA_DIR)
}
