import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { testProgram } from '@/test/test-program'

const run = promisify(execFile)

it('outlives the moment in which no file is left to start a process with, and looks at documents again after it', async () => {
  const words = [process.execPath, testProgram('no-file-left-process'), fileURLToPath(import.meta.url)]
  const { stdout } = await run('/bin/sh', ['-c', 'ulimit -n 128; exec "$0" "$@"', ...words])
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(20)
})
