import { join } from 'node:path'
import { projectDir } from '@/lib/project-dir'

/** A program that tests start, compiled before the first of them (`TEST_PROGRAMS` in scripts/ensure-built.mjs); its path. */
export function testProgram(name: string): string {
  return join(projectDir(), '.cache', 'test-programs', `${name}.mjs`)
}
