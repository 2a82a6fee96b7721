import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Runs once, in the main process of Vitest: compiles the programs that tests start, where their sources have changed. */
export default function setup(project: TestProject): void {
  compilePrograms()
  project.onTestsRerun(compilePrograms)
}

function compilePrograms(): void {
  const build = join(import.meta.dirname, '..', 'scripts', 'build.mjs')
  execFileSync(process.execPath, [build, '--tests'], { stdio: 'inherit' })
}
