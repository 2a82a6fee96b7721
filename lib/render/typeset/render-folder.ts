import { localPath } from '@/lib/local-path'
import { projectDir } from '@/lib/project-dir'

/** The folder that holds templates, fonts and the programs that read documents of others. */
export function renderFolder(): string {
  return localPath(projectDir(), 'lib', 'render')
}
