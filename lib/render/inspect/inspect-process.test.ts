import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { PATIENT } from '@/test/documents/patient-inspections'
import { inspectorFlags, runInspector } from './inspect-process'

const run = promisify(execFile)

/** What a line of JavaScript throws when it runs as the inspector does. */
async function refusalOf(code: string): Promise<string> {
  const attempt = `try { ${code}; console.log('done') } catch (error) { console.log(error.code ?? error.name) }`
  const { stdout } = await run(process.execPath, [...inspectorFlags(), '--input-type=commonjs', '-e', attempt])
  return stdout.trim()
}

describe('the process of the inspector', () => {
  it.each([
    ['read any other file', `require('fs').readFileSync(${JSON.stringify(fileURLToPath(import.meta.url))})`],
    ['write a file', `require('fs').writeFileSync('/tmp/written-by-the-inspector', '')`],
    ['start a program', `require('child_process').execFileSync('/bin/true')`],
    ['start a worker', `new (require('worker_threads').Worker)('0', { eval: true })`],
  ])('may not %s', async (_what, code) => {
    expect(await refusalOf(code)).toBe('ERR_ACCESS_DENIED')
  })

  it('may not take more than 256 MiB for a WebAssembly memory', async () => {
    expect(await refusalOf('new WebAssembly.Memory({ initial: 4096 })')).toBe('done')
    expect(await refusalOf('new WebAssembly.Memory({ initial: 4097 })')).not.toBe('done')
  })

  it('answers about its own source code that it is no PDF', async () => {
    expect(
      await runInspector(fileURLToPath(import.meta.url), PATIENT, {
        program: 'inspect/inspect-child.mjs',
        attachmentsOnly: false,
      }),
    ).toEqual({
      end: 'answered',
      text: '{"status":"not_a_pdf"}',
    })
  })
})
